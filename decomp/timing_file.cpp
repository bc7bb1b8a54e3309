#include "decomp/timing_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "base/error.hpp"

namespace crumple {
namespace {

const std::string timing_heading = "crumple costs of parts 1: ns of an element, or of a face in contact, in a cycle";

}  // namespace

MeasuredCosts read_measured_costs(const std::string& path, const TextPlace& where) {
  std::ifstream file(path);
  if (!file) throw Error(fmt::format("{}timing_file: cannot open {}", where.text(), path));
  std::string line;
  if (!std::getline(file, line) || line != timing_heading)
    throw Error(fmt::format("{}timing_file: {} holds no costs of parts", where.text(), path));
  MeasuredCosts costs;
  for (int number = 2; std::getline(file, line); ++number) {
    std::istringstream words(line);
    std::string kind, excess;
    Id id = 0;
    double cost = -1, face = -1;
    words >> kind;
    if (kind == "phase") {
      std::string name;
      UnitCost measured{-1, -1};
      words >> name >> measured.ns >> measured.spread;
      std::ranges::replace(name, '_', ' ');
      if (words.fail() || measured.ns < 0 || measured.spread < 0 || words >> excess ||
          !costs.phase.emplace(name, measured).second)
        throw Error(
            fmt::format("{}timing_file: {}:{}: found '{}', expected 'phase', a name that comes once, its cost "
                        "and its spread",
                        where.text(), path, number, line));
      continue;
    }
    if (kind == "part") words >> id;
    words >> cost;
    bool sound = (kind == "part" || kind == "face") && cost >= 0;
    const bool has_face = kind == "part" && sound && !(words >> std::ws).eof();
    if (has_face) sound = words >> face && face >= 0;
    sound = sound && !(words >> excess);
    if (!sound || (kind == "part" && !costs.part.emplace(id, cost).second))
      throw Error(
          fmt::format("{}timing_file: {}:{}: found '{}', expected 'part', an id that comes once, its cost and perhaps "
                      "that of its faces, 'face' and its cost, or 'phase'",
                      where.text(), path, number, line));
    if (kind == "face") costs.face = cost;
    if (has_face) costs.face_of_part[id] = face;
  }
  return costs;
}

MeasuredCosts measured_costs_of(const CostOptions& options) {
  if (options.measured) return *options.measured;
  if (options.timing_file.empty()) return {};
  return read_measured_costs(options.timing_file, options.timing_file_where);
}

MeasuredCosts to_digits_of_file(MeasuredCosts costs) {
  const auto shorten = [](double& x) { x = std::round(1000 * x) / 1000; };
  for (auto* const of_part : {&costs.part, &costs.face_of_part})
    for (auto& [id, cost] : *of_part) shorten(cost);
  for (auto& [name, cost] : costs.phase) {
    shorten(cost.ns);
    shorten(cost.spread);
  }
  shorten(costs.face);
  return costs;
}

void write_measured_costs(const MeasuredCosts& costs, const std::string& path) {
  std::ofstream file(path);
  file << timing_heading << '\n';
  for (const auto& [id, cost] : costs.part) {
    const auto face = costs.face_of_part.find(id);
    file << fmt::format("part {:8} {:10.3f}", id, cost);
    if (face != costs.face_of_part.end()) file << fmt::format(" {:10.3f}", face->second);
    file << '\n';
  }
  for (const auto& [name, cost] : costs.phase) {
    std::string word = name;
    std::ranges::replace(word, ' ', '_');
    file << fmt::format("phase {:<14} {:10.3f} {:6.3f}\n", word, cost.ns, cost.spread);
  }
  if (costs.face > 0) file << fmt::format("face {:19.3f}\n", costs.face);
  if (!file.flush()) throw Error(fmt::format("cannot write {}", path));
}

}  // namespace crumple
