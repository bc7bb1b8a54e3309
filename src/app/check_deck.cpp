#include "app/check_deck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "app/options.hpp"
#include "deck/survey.hpp"
#include "physics/state/element_estimate.hpp"

namespace crumple {
namespace {

using deck::Finding;

/// In descending order of frequency.
std::string format_findings(const deck::Diagnostics& log, std::vector<Finding> findings, const std::string& heading) {
  if (findings.empty()) return "";
  std::stable_sort(findings.begin(), findings.end(), [](const auto& a, const auto& b) { return a.count > b.count; });
  std::string text = fmt::format("\n{}\n", heading);
  for (const Finding& finding : findings) text += fmt::format("{:8} x  {}\n", finding.count, log.format(finding));
  return text;
}

/// Unknown keywords: without a field.
bool is_keyword(const Finding& finding) {
  return finding.text.starts_with("this keyword is not supported") || finding.text.starts_with("this asks for ");
}

/// One line each, with the effect of substitute=on.
std::string format_keywords(const deck::Diagnostics& log, std::vector<Finding> findings) {
  if (findings.empty()) return "";
  std::stable_sort(findings.begin(), findings.end(), [](const auto& a, const auto& b) { return a.count > b.count; });
  std::string text = "\nKeywords that are not supported (number of them, first place; what substitute=on does)\n";
  constexpr std::string_view known = "this keyword is not supported", nearest = "; the most similar one that is: ";
  for (Finding finding : findings) {
    if (finding.text == known)
      finding.text.clear();
    else if (finding.text.starts_with(known))
      finding.text = "most similar: " + finding.text.substr(known.size() + nearest.size());
    std::string line = log.format(finding);
    if (finding.text.empty()) line.resize(line.size() - 2);  // ": "
    if (!finding.instead.empty()) line += fmt::format("; {}", finding.instead);
    text += fmt::format("{:8} x  {}\n", finding.count, line);
  }
  return text;
}

struct Totals {
  double mass = 0;       ///< of elements and of point masses [mass]
  double step = 1e300;   ///< the smallest [time]
  std::string limiting;  ///< its element
};

template <class Element>
void add_elements(const Model& model, const std::vector<Element>& elements, const char* name, Totals& totals) {
  for (const Element& element : elements) {
    const ElementEstimate estimate = estimate_element(model, element);
    totals.mass += estimate.mass;
    if (!(estimate.step > 0) || estimate.step >= totals.step) continue;
    totals.step = estimate.step;
    totals.limiting = fmt::format("{} {} of part {}", name, element.id, model.parts[element.part].id);
  }
}

std::string format_totals(const Model& model, double end_time) {
  Totals totals;
  add_elements(model, model.shells, "shell", totals);
  add_elements(model, model.solids, "solid", totals);
  for (const PointMass& mass : model.masses) totals.mass += mass.mass;
  std::string text = fmt::format("{:12.4E}  mass of shells, solids and masses\n", totals.mass);
  if (!totals.limiting.empty())
    text += fmt::format("{:12.4E}  estimated time step ({} x {:.4E} of {})\n{:12.4g}  steps to the end\n",
                        model.control.dt_scale * totals.step, model.control.dt_scale, totals.step, totals.limiting,
                        end_time / (model.control.dt_scale * totals.step));
  return text;
}

std::string format_ignored(const deck::Diagnostics& log) {
  std::string text;
  for (const auto& [name, count] : log.ignored()) text += fmt::format("{:8} x  *{}\n", count, name);
  return text.empty() ? text : "\nIgnored, as they do not affect the result\n" + text;
}

}  // namespace

DeckCheck check_deck(const Options& options) {
  const deck::Survey survey = deck::survey_deck(options.deck, options.substitutes, options.end_time);
  const deck::Diagnostics& log = survey.log;
  std::vector<Finding> keywords, others;
  for (const Finding& error : log.errors()) {
    // errors that follow from an unknown keyword
    const bool follows = error.text.ends_with("is not defined") && !keywords.empty();
    if (!follows) (is_keyword(error) ? keywords : others).push_back(error);
  }
  std::string text = fmt::format("{}\n\nHolds\n", options.deck);
  for (const auto& [what, n] : survey.counts) text += fmt::format("{:12}  {}\n", n, what);
  if (survey.is_complete) text += format_totals(survey.model, options.end_time.value_or(survey.model.control.end_time));
  text += format_keywords(log, keywords);
  text += format_findings(log, others, "Errors (number of them, first place)");
  if (!survey.failure.empty()) text += "\nThe reading ended early: " + survey.failure + "\n";
  text += format_findings(log, log.substitutions(), "Substituted or left out");
  text += format_findings(log, log.only_warnings(), "Warnings") + format_ignored(log);
  text +=
      survey.is_complete ? "\nThe deck runs.\n"
      : options.substitutes
          ? "\nThe deck does not run, even with substitute=on.\n"
          : "\nThe deck does not run as it is. 'crumple check i=DECK substitute=on' lists what would be substituted.\n";
  return {text, survey.is_complete};
}

}  // namespace crumple
