#include "decomp/weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "decomp/region.hpp"
#include "decomp/timing_file.hpp"
#include "model/wedge.hpp"

namespace crumple {
namespace {

// Measured with crumple_bench (200,000 elements, 30 % of the layers plastic, AVX-512, single), to 15 %: a part for the
// kinematics and one for the material of each layer, relative to the quadrilateral of material 024 with three layers.
struct Formulation {
  int form;           ///< ELFORM
  double kinematics;  ///< of one element
  int points;         ///< in the plane or the volume; each has all layers
};
constexpr Formulation quadrilaterals[] = {{2, 0.55, 1}, {10, 0.6, 1}, {16, 0.7, 4}};
constexpr Formulation triangle = {4, 0.2, 1};
constexpr Formulation hexahedra[] = {{1, 0.8, 1}, {2, 1.6, 8}};
constexpr Formulation tetrahedra[] = {{10, 0.4, 1}, {13, 0.8, 1}};  // 13 with the sums at nodes
constexpr Formulation quadratic_tetrahedron = {16, 1.8, 4};
constexpr Formulation wedge = {15, 0.9, 2};
constexpr double beam = 2.2;  // of 3,413 welds of a proxy with 19,159 shells, single precision
constexpr double spring = 0.5;  // not measured: a quarter of a beam's arithmetic
constexpr double without_stress = 0.1;
// Measured in the car over the first 5 ms, search included. Before anything touches, a face costs a tenth of that.
constexpr double face = 0.35;

struct LawCost {
  int number;    ///< of the *MAT keyword
  double layer;  ///< of one layer
};
constexpr LawCost costs[] = {
    {1, 0.05}, {3, 0.20}, {15, 0.24}, {98, 0.23},
    // Measured in a sheet of 14,400 shells of three layers, single precision: 31 and 58 ns, beside 21 of 024.
    {54, 0.31}, {58, 0.74},
    // Measured in blocks of 46,656 solids, single precision: ns over those of 024.
    {27, 0.3}, {57, 1.0}, {77, 1.2}, {83, 1.3}, {181, 1.2}};

// Of the car on one rank and on two, on two cores of an idle AMD EPYC (Zen 5), by wall time without MPI (docs/plan.md).
// Ties were not measured: as welds.
struct PhaseCost {
  std::string_view name;
  UnitCost cost;
};
constexpr PhaseCost phase_costs[] = {{"nodes", {2.8, 0.5}},         {"positions", {0.8, 0.5}},   {"walls", {0.8, 0.5}},
                                     {"rigid bodies", {10.6, 0.5}}, {"spot welds", {10, 0.25}}, {"ties", {10, 0.5}},
                                     {"exchange", {11, 0.25}}};

double cost_of_layer(int law) {
  const auto found = std::ranges::find(costs, law, &LawCost::number);
  return found == std::end(costs) ? 0.15 : found->layer;
}

/// That of a section, or the first.
const Formulation& formulation_of(const Section& section, std::span<const Formulation> formulations) {
  const auto found = std::ranges::find(formulations, section.kernel_form(), &Formulation::form);
  return found == formulations.end() ? formulations.front() : *found;
}

/// [part] of one value of an adjustment: new cost = factor * cost + added.
struct Adjustments {
  std::vector<double> factor, added;
  explicit Adjustments(std::size_t n_parts) : factor(n_parts, 1.0), added(n_parts, 0.0) {}
  void apply(std::size_t part, const CostAdjustment& a) {
    factor[part] *= a.factor;
    added[part] = added[part] * a.factor + a.added;
  }
};

Adjustments adjustments_of(const Model& model, const CostOptions& options) {
  Adjustments result(model.parts.size());
  auto adjust = [&](const CostAdjustment& adjustment, const char* what, auto&& concerns) {
    bool found = false;
    for (std::size_t p = 0; p < model.parts.size(); ++p)
      if (concerns(model.parts[p], adjustment.id)) {
        result.apply(p, adjustment);
        found = true;
      }
    if (!found) throw Error(fmt::format("{}the deck has no {} {}", adjustment.where.text(), what, adjustment.id));
  };
  for (const CostAdjustment& a : options.materials)
    adjust(a, "part of material type", [&](const Part& part, Id id) {
      return part.material != none && model.materials[part.material].number() == id;
    });
  for (const CostAdjustment& a : options.parts)
    adjust(a, "part", [](const Part& part, Id id) { return part.id == id; });
  return result;
}

/// Of one element of every kind, and of a face.
class CostTable {
 public:
  CostTable(const Model& model, const CostOptions& options, const MeasuredCosts& measured)
      : model_(model), adjustments_(adjustments_of(model, options)) {
    if (options.measured || !options.timing_file.empty()) take_measured(measured, options);
  }

  double operator()(const Shell& shell) const {
    const Section& section = model_.section_of(shell);
    const Formulation& f = shell.is_triangle() ? triangle : formulation_of(section, quadrilaterals);
    return adjusted(shell.part, f.kinematics, f.points * section.n_layers);
  }
  double operator()(const Solid& solid) const {
    const Section& section = model_.sections[model_.parts[solid.part].section];
    const Formulation& f = solid.has_side_nodes()                ? quadratic_tetrahedron
                           : model_.computed_as_tetrahedron(solid) ? formulation_of(section, tetrahedra)
                           : computed_as_wedge(model_, solid)     ? wedge
                                                                 : formulation_of(section, hexahedra);
    return adjusted(solid.part, f.kinematics, f.points);
  }
  double operator()(const Beam& b) const { return adjusted(b.part, beam, 0); }
  double operator()(const Spring& s) const { return adjusted(s.part, spring, 0); }
  /// Of an element of that part.
  double of_face(Index part) const { return face_of_part_.empty() ? face_ : face_of_part_[part]; }
  /// [ns]
  double unit() const { return unit_; }

 private:
  double adjusted(Index part, double kinematics, int layers) const {
    const Material& material = model_.materials[model_.parts[part].material];
    double cost = without_stress;
    if (!material.has_no_stress())
      cost = measured_.empty() ? kinematics + layers * cost_of_layer(material.number()) : measured_[part];
    return adjustments_.factor[part] * cost + adjustments_.added[part];
  }

  /// Costs in ns, over that of the mean element.
  void take_measured(const MeasuredCosts& costs, const CostOptions& options) {
    std::vector<double> n_elements(model_.parts.size(), 0.0);
    model_.for_each_element([&](const auto& element) { n_elements[element.part] += 1; });
    measured_.assign(model_.parts.size(), 0.0);
    double sum = 0, count = 0;
    for (std::size_t p = 0; p < measured_.size(); ++p) {
      if (n_elements[p] == 0 || model_.materials[model_.parts[p].material].has_no_stress()) continue;
      const auto cost = costs.part.find(model_.parts[p].id);
      if (cost == costs.part.end())
        throw Error(fmt::format("{}timing_file: {} has no cost of part {}", options.timing_file_where.text(),
                                options.timing_file, model_.parts[p].id));
      measured_[p] = cost->second;
      sum += n_elements[p] * measured_[p];
      count += n_elements[p];
    }
    if (sum == 0) return measured_.clear();
    for (double& cost : measured_) cost *= count / sum;
    face_ = costs.face * count / sum;
    unit_ = sum / count;
    for (const Part& part : model_.parts) {
      const auto face = costs.face_of_part.find(part.id);
      face_of_part_.push_back(face != costs.face_of_part.end() ? face->second * count / sum : face_);
    }
  }

  const Model& model_;
  Adjustments adjustments_;
  std::vector<double> measured_;  ///< [part]; empty: the table of formulations
  double face_ = face;
  std::vector<double> face_of_part_;  ///< [part]; empty: all alike
  double unit_ = ElementCosts().unit;  ///< [ns]
};

/// [contact] by what the costs of its faces are multiplied.
std::vector<double> face_factors(const Model& model, const CostOptions& options) {
  std::vector<double> factor(model.contacts.size(), 1.0);
  for (const ContactCost& scaled : options.contacts) {
    if (scaled.contacts.empty())
      for (double& f : factor) f *= scaled.factor;
    for (const Index contact : contacts_by_id(model, scaled.contacts, scaled.where)) factor[contact] *= scaled.factor;
  }
  return factor;
}

/// Adds what one more of a kind of thing costs at nodes [unit of ElementCosts].
class NodeCosts {
 public:
  NodeCosts(const Model& model, const MeasuredCosts& measured, double unit) : measured_(measured), unit_(unit) {
    const std::size_t n = std::size_t(model.nodes.count());
    nodes.assign(n, cost("nodes"));
    motion.assign(n, cost("positions"));
    add_walls(model);
    for (const RigidBody& body : model.rigid_bodies) add(cost("rigid bodies"), body.nodes, motion);
    for (const SpotWeld& weld : model.spot_welds) add(cost("spot welds"), weld.nodes, nodes);
    for (const std::vector<Tie>* ties : {&model.ties, &model.soft_ties})
      for (const Tie& tie : *ties) nodes[std::size_t(tie.node)] += cost("ties");
  }

  std::vector<float> motion, nodes;  ///< [node] in the two stages

 private:
  float cost(std::string_view phase) const {
    const auto found = measured_.phase.find(std::string(phase));
    return float((found != measured_.phase.end() ? found->second : table_cost(phase)).ns / unit_);
  }
  template <class List>
  static void add(float cost, const List& list, std::vector<float>& of_nodes) {
    for (const Index node : list) of_nodes[std::size_t(node)] += cost;
  }
  /// A rank looks at all its nodes for each wall that has any of them.
  void add_walls(const Model& model) {
    for (const RigidWall& wall : model.walls)
      if (wall.all_nodes)
        for (float& of_node : motion) of_node += cost("walls");
      else
        add(cost("walls"), wall.nodes, motion);
  }

  const MeasuredCosts& measured_;
  double unit_;
};

/// Shares the costs of nodes among their elements.
void share_nodes(const Model& model, const NodeCosts& of, ElementCosts& costs) {
  std::vector<float> n_elements(std::size_t(model.nodes.count()), 0);
  const auto each_node = [](const auto& element, auto&& use) {  // triangles and wedges repeat some
    const auto& nodes = element.nodes;
    for (std::size_t k = 0; k < nodes.size(); ++k)
      if (std::find(nodes.begin(), nodes.begin() + std::ptrdiff_t(k), nodes[k]) == nodes.begin() + std::ptrdiff_t(k))
        use(std::size_t(nodes[k]));
    if constexpr (requires { element.side_nodes; })
      if (element.has_side_nodes())
        for (const Index node : element.side_nodes) use(std::size_t(node));
  };
  model.for_each_element(
      [&](const auto& element) { each_node(element, [&](std::size_t node) { n_elements[node] += 1; }); });
  std::size_t e = 0;
  model.for_each_element([&](const auto& element) {
    each_node(element, [&](std::size_t node) {
      costs.motion[e] += of.motion[node] / n_elements[node];
      costs.nodes[e] += of.nodes[node] / n_elements[node];
    });
    ++e;
  });
}

void add_faces(const Model& model, const CostTable& cost_of, const std::vector<double>& factor, ElementCosts& costs) {
  for (std::size_t c = 0; c < model.contacts.size(); ++c)
    for (const ContactSurface* side : {&model.contacts[c].a, &model.contacts[c].b})
      for (const ContactSegment& segment : side->segments) {
        const auto add = [&](std::size_t element, Index part) {
          costs.contact[element] += float(factor[c] * cost_of.of_face(part));
        };
        if (segment.shell != none) add(std::size_t(segment.shell), model.shells[segment.shell].part);
        if (segment.solid != none)
          add(model.first_solid() + std::size_t(segment.solid), model.solids[segment.solid].part);
      }
}

}  // namespace

UnitCost table_cost(std::string_view phase) { return std::ranges::find(phase_costs, phase, &PhaseCost::name)->cost; }

double table_cost_of_face() { return face * ElementCosts().unit; }

ElementCosts estimate_costs(const Model& model, const CostOptions& options) {
  const MeasuredCosts measured = measured_costs_of(options);
  const CostTable cost_of(model, options, measured);
  ElementCosts costs(model.n_elements());
  costs.unit = cost_of.unit();
  std::size_t e = 0;
  model.for_each_element([&](const auto& element) { costs.element[e++] = float(cost_of(element)); });
  add_faces(model, cost_of, face_factors(model, options), costs);
  share_nodes(model, NodeCosts(model, measured, costs.unit), costs);
  return costs;
}

}  // namespace crumple
