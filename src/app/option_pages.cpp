#include "app/option_pages.hpp"

#include <fmt/format.h>

#include <span>
#include <sstream>
#include <vector>

#include "app/options.hpp"

namespace crumple {
namespace {

/// roff reads backslashes and hyphens, and a dot or a quote at the start of a line, as its own.
std::string in_roff(const std::string& line) {
  std::string text = line.starts_with('.') || line.starts_with('\'') ? "\\&" : "";
  for (const char c : line)
    if (c == '\\') text += "\\e";
    else if (c == '-') text += "\\-";
    else text += c;
  return text + '\n';
}

bool names_files(const std::string& key) { return key == "i" || key == "r" || key == "p" || key == "mat"; }
bool names_folders(const std::string& key) { return key == "o" || key == "scratch"; }

std::string values_of(const OptionName& option) {
  if (names_files(option.name)) return "$(compgen -f -- \"$word\")";
  if (names_folders(option.name)) return "$(compgen -d -- \"$word\")";
  return fmt::format("$(compgen -W '{}' -- \"$word\")", fmt::join(option.choices, " "));
}

/// Paragraphs of lines, between empty ones.
std::vector<std::vector<std::string>> paragraphs_of(const std::string& text) {
  std::vector<std::vector<std::string>> paragraphs(1);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) paragraphs.back().push_back(line);
    else if (!paragraphs.back().empty()) paragraphs.emplace_back();
  return paragraphs;
}

/// Lines as they are.
std::string table_of(std::span<const std::string> lines) {
  std::string text = ".nf\n";
  for (const std::string& line : lines) text += in_roff(line);
  return text + ".fi\n";
}

}  // namespace

std::string manual_page() {
  std::string text = fmt::format(".TH CRUMPLE 1 \"\" \"Crumple {}\"\n.SH NAME\ncrumple \\- ", CRUMPLE_VERSION);
  text += "explicit finite\\-element crash code for LS\\-DYNA keyword decks\n";
  const auto paragraphs = paragraphs_of(help_text());
  for (std::size_t p = 1; p < paragraphs.size(); ++p) {  // the first one names the program
    const std::span<const std::string> lines = paragraphs[p];
    if (lines.empty()) continue;
    const bool has_heading = lines.size() > 1 && lines[0].front() != ' ' && lines[1].front() == ' ';
    if (p == 1) text += ".SH SYNOPSIS\n" + table_of(lines);
    else if (p == 2) text += ".SH OPTIONS\n" + table_of(lines);
    else if (has_heading) text += ".SS " + in_roff(lines[0]) + table_of(lines.subspan(1));
    else text += ".PP\n" + table_of(lines);
  }
  return text + ".SH SEE ALSO\nThe manual: docs/ of the sources, or share/doc/crumple/manual where it is installed.\n";
}

std::string bash_completion() {
  std::string words = fmt::format("{}", fmt::join(command_names(), " ")), cases;
  for (const OptionName& option : option_names()) {
    words += fmt::format(" {}=", option.name);
    if (names_files(option.name) || names_folders(option.name) || !option.choices.empty())
      cases += fmt::format("    {}) COMPREPLY=({}) ;;\n", option.name, values_of(option));
  }
  return R"(# Completion of crumple's command line for bash. Made by 'crumple completion'.
_crumple() {
  local word=${COMP_WORDS[COMP_CWORD]} key= back=1
  [ "$word" != = ] || { word= back=0; }
  if ((COMP_CWORD > back)) && [ "${COMP_WORDS[COMP_CWORD - back]}" = = ]; then
    key=${COMP_WORDS[COMP_CWORD - back - 1]}
  fi
  COMPREPLY=()
  case $key in
)" + cases + fmt::format(R"(    '')
      COMPREPLY=($(compgen -W '{}' -- "$word") $(compgen -f -X '!*.k' -- "$word") $(compgen -f -X '!*.key' -- "$word"))
      [[ ${{COMPREPLY[0]-}} != *= ]] || compopt -o nospace
      ;;
  esac
}}
complete -o filenames -F _crumple crumple
)", words);
}

}  // namespace crumple
