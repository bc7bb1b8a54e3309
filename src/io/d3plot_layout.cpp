#include "io/d3plot_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace crumple {
namespace {

std::int32_t bits_of(float value) { return std::bit_cast<std::int32_t>(value); }

}  // namespace

D3plotLayout::D3plotLayout(const Domain& domain)
    : layers(domain.model.output.plot_layers),
      has_strains(domain.model.output.plots_strains),
      solid_history(domain.model.output.solid_history),
      shell_history(domain.model.output.shell_history),
      n_nodes(domain.n_global_nodes),
      n_solids(domain.n_global_solids),
      n_beams(domain.n_global_beams + domain.n_global_springs),
      n_shells(domain.n_global_shells),
      n_parts(std::int64_t(domain.model.parts.size())) {
  for (const Part& part : domain.model.parts) {
    const SectionKind kind = part.section == none ? SectionKind::shell : domain.model.sections[part.section].kind;
    ++n_parts_of[kind == SectionKind::solid ? 0 : kind == SectionKind::shell ? 2 : 1];
  }
}

std::vector<std::int32_t> D3plotLayout::control_words(const std::string& title) const {
  std::vector<std::int32_t> words(std::size_t(n_control_words), 0);
  std::string text = title.substr(0, 40);
  text.resize(40, ' ');
  std::memcpy(words.data(), text.data(), text.size());
  const auto set = [&](std::size_t at, std::int64_t value) { words[at] = std::int32_t(value); };
  set(11, 1);                   // file type: d3plot
  words[14] = bits_of(971.0f);  // version of this layout
  set(15, 4);                   // NDIM: three dimensions, connectivity not packed
  set(16, n_nodes);             // NUMNP
  set(17, 6);                   // ICODE
  set(18, n_global_words());    // NGLBV
  set(20, 1);                   // IU: positions
  set(21, 1);                   // IV: velocities
  set(23, n_solids);            // NEL8
  set(24, n_parts_of[0]);       // NUMMAT8
  set(27, solid_words());       // NV3D
  set(28, n_beams);             // NEL2
  set(29, n_parts_of[1]);       // NUMMAT2
  set(30, beam_words);          // NV1D
  set(31, n_shells);            // NEL4
  set(32, n_parts_of[2]);       // NUMMAT4
  set(33, shell_words());       // NV2D
  set(34, solid_words() - point_words);  // NEIPH: strains are stored with the history
  set(35, shell_history);                // NEIPS
  set(36, -(10000 + layers));   // MAXINT, with deletion by element (MDLOPT = 2)
  set(39, n_numbering_words + n_nodes + n_solids + n_beams + n_shells + 3 * n_parts);  // NARBS
  set(43, 1000);                                                                       // IOSHL1: stresses
  set(44, 1000);                                                                       // IOSHL2: plastic strains
  set(45, 999);      // IOSHL3: no resultants of shells
  set(46, 1000);     // IOSHL4: thickness and related values
  set(51, n_parts);  // NMMAT
  return words;
}

std::vector<std::int32_t> D3plotLayout::numbering_words() const {
  std::vector<std::int32_t> words;
  std::int64_t at = 1;
  for (const std::int64_t count : {n_nodes, n_solids, n_beams, n_shells, std::int64_t(0)}) {
    words.push_back(std::int32_t(at));
    at += count;
  }
  words[0] = -words[0];  // NSORT < 0: with ids of parts
  for (const std::int64_t count : {n_nodes, n_solids, n_beams, n_shells, std::int64_t(0)})
    words.push_back(std::int32_t(count));
  for (const std::int64_t value : {at, at + n_parts, at + 2 * n_parts, n_parts, std::int64_t(0), n_parts})
    words.push_back(std::int32_t(value));
  return words;
}

std::vector<std::int32_t> d3plot_part_numbers(const Model& model) {
  std::vector<std::size_t> order(model.parts.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::ranges::sort(order, {}, [&](std::size_t p) { return model.parts[p].id; });
  std::vector<std::int32_t> numbers(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) numbers[order[k]] = std::int32_t(k) + 1;
  return numbers;
}

std::string d3plot_member(const Model& model, int number) {
  const char* family = model.implicit.n_modes > 0 ? "d3eigv" : "d3plot";
  return number == 0 ? family : fmt::format("{}{:02}", family, number);
}

}  // namespace crumple
