#include "app/drive_deck.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "deck/read.hpp"
#include "deck/survey.hpp"

namespace crumple {
namespace {

namespace fs = std::filesystem;

/// Which corners of the cube, in LS-DYNA's order, an element has.
std::vector<int> corners_of(const DriveOptions& options) {
  if (options.form == "solid10") return {1, 2, 4, 5, 5, 5, 5, 5};
  if (options.form == "solid15") return {1, 2, 3, 4, 5, 5, 8, 8};
  if (options.form == "shell4") return {1, 2, 4, 4};
  return options.of_shells() ? std::vector{1, 2, 3, 4} : std::vector{1, 2, 3, 4, 5, 6, 7, 8};
}

/// Ids that no deck has for its own.
constexpr Id first_id = 90000000;

/// A file that goes with the object.
class TemporaryDeck {
 public:
  explicit TemporaryDeck(const std::string& text)
      : path_(fs::temp_directory_path() / fmt::format("crumple_drive_{}.k", ::getpid())) {
    if (!(std::ofstream(path_) << text)) throw Error(fmt::format("{}: cannot be written", path_.string()));
  }
  TemporaryDeck(const TemporaryDeck&) = delete;
  TemporaryDeck& operator=(const TemporaryDeck&) = delete;
  ~TemporaryDeck() {
    std::error_code left;
    fs::remove(path_, left);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// The only material of shells and solids that is no rigid one, or the one that is asked for.
Id choose_material(const DriveOptions& options) {
  const deck::Survey survey = deck::survey_deck(options.deck, false, 1.0);
  if (!survey.failure.empty()) throw Error(survey.failure);
  std::vector<Id> ids;
  for (const Material& material : survey.model.materials)
    if (material.law.index() == 0) ids.push_back(material.id);
  std::ranges::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  if (options.material != 0) {
    if (std::ranges::find(ids, options.material) != ids.end()) return options.material;
    throw Error(fmt::format("material={}: {} has no such material of shells or solids, but {}", options.material,
                            options.deck, ids.empty() ? "none" : fmt::format("{}", fmt::join(ids, ", "))));
  }
  if (ids.size() == 1) return ids.front();
  throw Error(ids.empty() ? fmt::format("mat={}: there is no material of shells or solids in it", options.deck)
                          : fmt::format("mat={}: it has materials {}: choose one with material=ID", options.deck,
                                        fmt::join(ids, ", ")));
}

std::string mesh_text(const DriveOptions& options) {
  constexpr double cube[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                 {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  const std::vector<int> corners = corners_of(options);
  std::string nodes = "*NODE\n", elements = options.of_shells() ? "*ELEMENT_SHELL\n" : "*ELEMENT_SOLID\n";
  for (int e = 0; e < options.copies; ++e) {
    const Id id = first_id + 8 * e;
    for (int c = 0; c < 8; ++c)
      if (std::ranges::find(corners, c + 1) != corners.end())
        nodes += fmt::format("{},{},{},{}\n", id + c, e * drive_distance + cube[c][0], cube[c][1], cube[c][2]);
    elements += fmt::format("{},{}", first_id + e, first_id);
    for (const int corner : corners) elements += fmt::format(",{}", id + corner - 1);
    elements += '\n';
  }
  return nodes + elements;
}

}  // namespace

Model drive_model(const DriveOptions& options, double end_time) {
  const std::string number = options.form.substr(5), kind = options.of_shells() ? "SHELL" : "SOLID";
  std::string text = fmt::format("*KEYWORD\n*INCLUDE\n{}\n", fs::absolute(options.deck).string());
  text += fmt::format("*SECTION_{}\n{},{}{}", kind, first_id, number, options.of_shells() ? ",,1\n1.\n" : "\n");
  text += fmt::format("*PART\ndriven\n{},{},{}\n", first_id, first_id, choose_material(options));
  Model model = read_deck(TemporaryDeck(text + mesh_text(options) + "*END\n").path(), false, end_time);
  const auto is_other = [](const auto& element) { return element.id < first_id; };
  std::erase_if(model.shells, is_other);
  std::erase_if(model.solids, is_other);
  model.beams.clear();
  model.springs.clear();
  return model;
}

}  // namespace crumple
