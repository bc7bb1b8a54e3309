#include "app/check_deck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <string_view>

#include "app/deck_contents.hpp"
#include "app/options.hpp"
#include "base/counted.hpp"
#include "comm/together.hpp"
#include "decomp/pfile.hpp"
#include "deck/survey.hpp"

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

/// "612 of 618 keywords (44 of 46 different ones)".
std::string format_share(const deck::Share& share) {
  return fmt::format("\nTakes {} of {} as they are, {} of {} different ones\n", share.taken,
                     counted(share.all, "keyword"), share.names_taken, share.names);
}

/// The pfile that a run would use; errors in it go to `errors`.
std::string format_pfile(const Options& options, const std::vector<PfileLine>& lines, std::string& errors) {
  if (options.pfile.empty() && lines.empty()) return "";
  std::string text;
  const std::string failure = failure_of([&] {
    const Pfile pfile = options.pfile.empty() ? read_pfile(lines) : read_pfile(options.pfile);
    for (const std::string& ignored : pfile.ignored) text += "  warning: " + ignored + "\n";
  });
  if (!failure.empty()) errors += failure + "\n";
  std::string words;
  if (options.pfile.empty())
    for (const PfileLine& line : lines) words += fmt::format("  {}\n", line.text);
  else if (std::ifstream file(options.pfile); file)
    for (std::string line; std::getline(file, line);) words += fmt::format("  {}\n", line);
  const std::string place = options.pfile.empty() ? "of the deck" : options.pfile;
  const bool is_replaced = !options.pfile.empty() && !lines.empty();
  return fmt::format("\nPfile {}{}\n{}{}", place, is_replaced ? ", in place of the deck's" : "", words, text);
}

std::string format_ignored(const deck::Diagnostics& log) {
  std::string text;
  for (const auto& [name, count] : log.ignored()) text += fmt::format("{:8} x  *{}\n", count, name);
  return text.empty() ? text : "\nIgnored, as they do not affect the result\n" + text;
}

}  // namespace

DeckCheck check_deck(const Options& options) {
  const deck::Survey survey =
      deck::survey_deck(options.deck, options.substitutes, options.end_time, options.chosen_case);
  const deck::Diagnostics& log = survey.log;
  std::vector<Finding> keywords, others;
  for (const Finding& error : log.errors()) {
    // errors that follow from an unknown keyword
    const bool follows = error.text.ends_with("is not defined") && !keywords.empty();
    if (!follows) (is_keyword(error) ? keywords : others).push_back(error);
  }
  std::string text = fmt::format("{}\n\nHolds\n", options.deck), pfile_errors;
  for (const auto& [what, n] : survey.counts) text += fmt::format("{:12}  {}\n", n, what);
  if (survey.is_complete) text += format_masses(survey.model, options.end_time.value_or(survey.model.control.end_time));
  text += format_contents(survey.model) + format_pfile(options, survey.model.pfile_lines, pfile_errors);
  text += format_share(log.share());
  text += format_keywords(log, keywords);
  text += format_findings(log, others, "Errors (number of them, first place)");
  if (!pfile_errors.empty()) text += "\nErrors in the pfile\n" + pfile_errors;
  if (!survey.failure.empty()) text += "\nThe reading ended early: " + survey.failure + "\n";
  text += format_findings(log, log.substitutions(), "Substituted or left out");
  text += format_findings(log, log.only_warnings(), "Warnings") + format_ignored(log);
  const bool runs = survey.is_complete && pfile_errors.empty();
  const std::string verdict =
      runs ? "The deck runs."
      : options.substitutes
          ? "The deck does not run, even with substitute=on."
          : "The deck does not run as it is. 'crumple check i=DECK substitute=on' lists what would be substituted.";
  return {text, verdict, runs};
}

}  // namespace crumple
