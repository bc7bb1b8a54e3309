#include "deck/include.hpp"

#include "deck/numbers.hpp"

namespace crumple::deck {

std::vector<FileName> file_names(const Block& block) {
  std::vector<FileName> names;
  LineReader lines(block);
  std::string_view line;
  bool goes_on = false;
  while (lines.next(line)) {
    line = trim(line);
    if (line.empty()) continue;
    if (!goes_on) names.push_back({"", lines.where()});
    goes_on = line == "+" || (line.size() > 2 && line.substr(line.size() - 2) == " +");
    if (goes_on) line = trim(line.substr(0, line.size() - 1));
    names.back().name += line;
  }
  for (FileName& file : names)
    if (file.name.size() > 1 && (file.name.front() == '"' || file.name.front() == '\'') &&
        file.name.back() == file.name.front())
      file.name = file.name.substr(1, file.name.size() - 2);
  return names;
}

std::filesystem::path find_file(const Deck& deck, const std::filesystem::path& folder, const std::string& name) {
  if (name.empty()) return {};
  std::vector<std::filesystem::path> candidates{folder / name};
  for (const auto& path : deck.include_paths) candidates.push_back(path / name);
  for (const auto& candidate : candidates) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(candidate, ignored)) return candidate.lexically_normal();
  }
  return {};
}

}  // namespace crumple::deck
