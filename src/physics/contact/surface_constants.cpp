#include "physics/contact/surface_constants.hpp"

#include <algorithm>
#include <cmath>

#include "base/box.hpp"
#include "comm/sharers.hpp"
#include "comm/world.hpp"
#include "physics/contact/closest_point.hpp"
#include "physics/contact/contact_plan.hpp"
#include "physics/state/domain.hpp"

namespace crumple {
namespace {

double contact_modulus(const Material& material) {
  if (material.bulk_modulus > 0) return material.bulk_modulus;
  return material.young / (3 * (1 - 2 * std::min(material.poisson, 0.499)));
}

double mean_of_four_entries(const Model& model, const Shell& shell) {
  const auto& section = model.sections[model.parts[shell.part].section].thickness;
  double sum = 0;
  for (int i = 0; i < 4; ++i) sum += shell.thickness[i] > 0 ? double(shell.thickness[i]) : section[i];
  return 0.25 * sum;
}

/// SAST/SBST, else OPTT of *PART_CONTACT, else the shell's thickness, scaled by SFSAT/SFSBT and SFT.
double nominal_thickness(const Model& model, const Shell& shell, const ContactSide& side) {
  if (side.thickness > 0) return side.thickness;
  const auto& own = model.parts[shell.part].contact;
  if (own && own->thickness > 0) return own->thickness;
  const double scale = own && own->thickness_scale > 0 ? own->thickness_scale : 1;
  return mean_of_four_entries(model, shell) * side.thickness_scale * scale;
}

double shortest_edge(const Model& model, const Shell& shell) {
  const auto& x = model.nodes.position;
  double shortest = 1e300;
  for (int i = 0; i < 4; ++i)
    if (shell.nodes[i] != shell.nodes[(i + 1) & 3])
      shortest = std::min(shortest, norm(x[shell.nodes[(i + 1) & 3]] - x[shell.nodes[i]]));
  return shortest;
}

/// In single-surface contact at most 40 % of the shortest edge, as in LS-DYNA: a sheet thicker than its elements are
/// long would be in contact with its own neighbours where it bends.
double contact_thickness(const Model& model, const Shell& shell, const ContactSide& side) {
  const double nominal = nominal_thickness(model, shell, side);
  return side.limits_thickness ? std::min(nominal, 0.4 * shortest_edge(model, shell)) : nominal;
}

/// Of *PART_CONTACT, if given, else the contact's; with a table of pairs the part's group.
Friction friction_of(const ContactPlan& plan, const Model& model, const Part& part) {
  Friction f = plan.friction;
  if (!plan.friction_table.empty()) {
    const auto& parts = plan.friction_of_pairs->parts;
    const auto number = Index(&part - model.parts.data());
    const auto at = std::ranges::lower_bound(parts, number);
    f.group = at != parts.end() && *at == number ? Index(at - parts.begin()) + 1 : 0;
    return f;
  }
  if (!part.contact) return f;
  if (part.contact->friction_static != 0) f.at_rest = part.contact->friction_static;
  if (part.contact->friction_dynamic != 0) f.sliding = part.contact->friction_dynamic;
  if (part.contact->friction_decay != 0) f.decay = part.contact->friction_decay;
  return f;
}

double scale_of(const Part& part, const ContactSide& side) {
  const double own = part.contact && part.contact->stiffness_scale > 0 ? part.contact->stiffness_scale : 1;
  return side.stiffness_scale * own;
}

std::array<Vec3, 4> corners_at_start(const Model& model, const std::array<Index, 4>& nodes) {
  const auto& x = model.nodes.position;
  return {x[nodes[0]], x[nodes[1]], x[nodes[2]], x[nodes[3]]};
}

/// K A / longest diagonal.
double shell_stiffness(const Model& model, const Shell& shell) {
  const auto corner = corners_at_start(model, shell.nodes);
  const double diagonal = std::max(norm(corner[2] - corner[0]), norm(corner[3] - corner[1]));
  return contact_modulus(model.materials[model.parts[shell.part].material]) * norm(area_normal(corner)) / diagonal;
}

struct ContactSizeOfSolid {
  double volume = 0;        ///< [length^3]
  double largest_face = 0;  ///< [length^2]
};

/// Volume within the six faces, each flat about its centre (exact for flat faces).
ContactSizeOfSolid size_of(const Model& model, const Solid& solid) {
  static constexpr int face[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                      {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  const Vec3 origin = model.nodes.position[solid.nodes[0]];
  ContactSizeOfSolid size;
  for (const auto& f : face) {
    auto corner = corners_at_start(model, {solid.nodes[f[0]], solid.nodes[f[1]], solid.nodes[f[2]], solid.nodes[f[3]]});
    for (Vec3& c : corner) c -= origin;
    Vec3 centre = 0.25 * (corner[0] + corner[1] + corner[2] + corner[3]);
    if (corner[2] == corner[3]) centre = (1.0 / 3) * (corner[0] + corner[1] + corner[2]);
    size.volume += dot(centre, area_normal(corner)) / 3;
    size.largest_face = std::max(size.largest_face, norm(area_normal(corner)));
  }
  size.volume = std::fabs(size.volume);
  return size;
}

/// The nodes of the solid that are not on the face, by global number.
std::array<Index, 4> opposite_nodes(const Domain& domain, const ContactSegment& segment) {
  std::array<Index, 4> result{none, none, none, none};
  int n = 0;
  for (const Index node : domain.model.solids[segment.solid].nodes) {
    const Index global = domain.global_node[node];
    const bool known = std::ranges::find(segment.nodes, node) != segment.nodes.end() ||
                       std::find(result.begin(), result.end(), global) != result.end();
    if (!known && n < 4) result[n++] = global;
  }
  return result;
}

/// Stiffness K A / longest diagonal, and half the thickness.
void set_shell_face(const Model& model, const ContactPlan& plan, const ContactSide& side, const ContactSegment& segment,
                    SegmentConstants& c) {
  const Shell& shell = model.shells[segment.shell];
  const Part& part = model.parts[shell.part];
  c.half_thickness = 0.5 * contact_thickness(model, shell, side);
  c.largest_hold = 0.5 * std::sqrt(norm(area_normal(corners_at_start(model, segment.nodes))));
  c.stiffness = scale_of(part, side) * shell_stiffness(model, shell);
  c.friction = friction_of(plan, model, part);
  c.part = part.id;
  c.element = shell.id;
}

/// The diagonal of its bounding box [length].
double diagonal_of(const Model& model, const Solid& solid) {
  Box box;
  for (const Index node : solid.nodes) box.include(model.nodes.position[node]);
  return norm(box.size());
}

/// Stiffness K A^2 / V = K A / height. A face without area gets the largest possible height.
void set_solid_face(const Domain& domain, const ContactPlan& plan, const ContactSide& side,
                    const ContactSegment& segment, SegmentConstants& c) {
  const Model& model = domain.model;
  const Solid& solid = model.solids[segment.solid];
  const Part& part = model.parts[solid.part];
  const double area = norm(area_normal(corners_at_start(model, segment.nodes)));
  const double volume = size_of(model, solid).volume, diagonal = diagonal_of(model, solid);
  const double height = volume < diagonal * area ? volume / area : diagonal;
  c.stiffness = scale_of(part, side) * contact_modulus(model.materials[part.material]) * area / height;
  c.depth = depth_of_height * height;
  c.largest_hold = hold_of_height * height;
  c.friction = friction_of(plan, model, part);
  c.part = part.id;
  c.element = solid.id;
  c.opposite = opposite_nodes(domain, segment);
}

/// A face given by its nodes only: the slave's stiffness is used.
void set_bare_face(const Model& model, const ContactPlan& plan, const ContactSegment& segment, SegmentConstants& c) {
  c.stiffness = 1e300;
  c.depth = c.largest_hold = 0.5 * std::sqrt(norm(area_normal(corners_at_start(model, segment.nodes))));
  c.friction = plan.friction;
}

void maximise(SlaveConstants& c, const SlaveConstants& other) {
  c.half_thickness = std::max(c.half_thickness, other.half_thickness);
  c.stiffness = std::max(c.stiffness, other.stiffness);
  c.friction.at_rest = std::max(c.friction.at_rest, other.friction.at_rest);
  c.friction.sliding = std::max(c.friction.sliding, other.friction.sliding);
  c.friction.decay = std::max(c.friction.decay, other.friction.decay);
  c.friction.group = std::max(c.friction.group, other.friction.group);
}

/// Maxima of thickness, stiffness and friction around a node.
struct Around {
  SlaveConstants of_side;                       ///< of the elements of the contact's side
  SlaveConstants of_all;                        ///< of all elements with faces
  SlaveConstants of_beams;                      ///< without a stiffness: that of the face is used
  std::uint32_t is_on_side = 0, has_faces = 0;  ///< 1: has elements of the side, or any with faces

  void include(const Around& other) {
    maximise(of_side, other.of_side);
    maximise(of_all, other.of_all);
    maximise(of_beams, other.of_beams);
    is_on_side |= other.is_on_side;
    has_faces |= other.has_faces;
  }
  void include_element(const SlaveConstants& constants, bool of_this_side) {
    include({of_this_side ? constants : SlaveConstants{}, constants, {}, of_this_side, 1});
  }
  const SlaveConstants& constants() const { return is_on_side ? of_side : has_faces ? of_all : of_beams; }
};

/// Radius of the circle with the area of a beam's section; of a tube the outer radius.
double beam_radius(const BeamSection& section) {
  constexpr double pi = 3.14159265358979323846;
  const auto [first, second] = section.size;
  if (!(first > 0)) return std::sqrt(section.area / pi);
  return section.is_tube ? 0.5 * first : std::sqrt(first * second / pi);
}

/// The shells and solids of this rank behind the segments of a side.
struct ElementsOfSide {
  std::vector<std::uint8_t> shell, solid;

  ElementsOfSide(const Model& model, const ContactSurface& surface)
      : shell(model.shells.size(), 0), solid(model.solids.size(), 0) {
    for (const ContactSegment& segment : surface.segments) {
      if (segment.shell != none) shell[segment.shell] = 1;
      if (segment.solid != none) solid[segment.solid] = 1;
    }
  }
};

/// [local node] Maxima over this rank's elements.
std::vector<Around> constants_around_nodes(const Model& model, const ContactPlan& plan, const ContactSide& side) {
  const ElementsOfSide of_side(model, *side.surface);
  std::vector<Around> around(std::size_t(model.nodes.count()));
  for (std::size_t s = 0; s < model.shells.size(); ++s) {
    const Shell& shell = model.shells[s];
    const Part& part = model.parts[shell.part];
    const SlaveConstants c{0.5 * contact_thickness(model, shell, side),
                           scale_of(part, side) * shell_stiffness(model, shell), friction_of(plan, model, part)};
    for (const Index node : shell.nodes) around[node].include_element(c, of_side.shell[s] != 0);
  }
  for (std::size_t s = 0; s < model.solids.size(); ++s) {
    const Solid& solid = model.solids[s];
    const Part& part = model.parts[solid.part];
    const ContactSizeOfSolid size = size_of(model, solid);
    const double area_over_height = size.largest_face * size.largest_face / size.volume;
    const double bulk = contact_modulus(model.materials[part.material]);
    const SlaveConstants c{0, scale_of(part, side) * bulk * area_over_height, friction_of(plan, model, part)};
    for_each_node(solid, [&](Index node) { around[node].include_element(c, of_side.solid[s] != 0); });
  }
  for (const Beam& beam : model.beams) {
    const Part& part = model.parts[beam.part];
    const double radius = side.thickness > 0 ? 0.5 * side.thickness
                                             : side.thickness_scale * beam_radius(model.section_of(beam).beam);
    for (const Index node : beam.nodes) maximise(around[node].of_beams, {radius, 0, friction_of(plan, model, part)});
  }
  return around;
}

}  // namespace

SegmentConstants segment_constants(const Domain& domain, const ContactPlan& plan, const ContactSide& side,
                                   const ContactSegment& segment, const std::vector<Id>& bodies) {
  const Model& model = domain.model;
  SegmentConstants c;
  if (segment.shell != none)
    set_shell_face(model, plan, side, segment, c);
  else if (segment.solid != none)
    set_solid_face(domain, plan, side, segment, c);
  else
    set_bare_face(model, plan, segment, c);
  c.depth_at_start = c.depth;
  c.holds_deep = plan.holds_deep || c.depth > 0;
  c.body = bodies[segment.nodes[0]];
  for (const Index node : segment.nodes)
    if (bodies[node] != c.body) c.body = 0;
  return c;
}

std::vector<SlaveConstants> slave_constants(const World& world, const Domain& domain, const ContactPlan& plan,
                                            const ContactSide& side) {
  std::vector<Around> around = constants_around_nodes(domain.model, plan, side);
  include_sharers(world, domain.halo, around);
  std::vector<SlaveConstants> constants;
  for (const Around& of_node : around) constants.push_back(of_node.constants());
  return constants;
}

}  // namespace crumple
