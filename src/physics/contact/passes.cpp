#include "physics/contact/passes.hpp"

#include <algorithm>
#include <cmath>

#include "physics/contact/closest_point.hpp"

namespace crumple {
namespace {

/// One side of a contact: the numbers of its card.
struct Side {
  const ContactSurface& surface;
  double stiffness_scale, thickness, thickness_scale;
  bool meets_itself;
};

Side side_of(const Contact& contact, bool a) {
  const bool single = contact.kind == ContactKind::single_surface;
  return a ? Side{contact.a, contact.stiffness_scale_a, contact.thickness_a, contact.thickness_scale_a, single}
           : Side{contact.b, contact.stiffness_scale_b, contact.thickness_b, contact.thickness_scale_b, single};
}

double bulk_modulus(const Material& material) {
  return material.young / (3 * (1 - 2 * std::min(material.poisson, 0.499)));
}

double mean_thickness(const Model& model, const Shell& shell) {
  const auto& section = model.sections[model.parts[shell.part].section].thickness;
  double sum = 0;
  for (int i = 0; i < 4; ++i) sum += shell.thickness[i] > 0 ? double(shell.thickness[i]) : section[i];
  return 0.25 * sum;
}

/// SAST/SBST, else OPTT of *PART_CONTACT, else the shell's own, scaled by SFSAT/SFSBT and SFT.
double nominal_thickness(const Model& model, const Shell& shell, const Side& side) {
  if (side.thickness > 0) return side.thickness;
  const auto& own = model.parts[shell.part].contact;
  if (own && own->thickness > 0) return own->thickness;
  const double scale = own && own->thickness_scale > 0 ? own->thickness_scale : 1;
  return mean_thickness(model, shell) * side.thickness_scale * scale;
}

double shortest_edge(const Model& model, const Shell& shell) {
  const auto& x = model.nodes.position;
  double shortest = 1e300;
  for (int i = 0; i < 4; ++i)
    if (shell.nodes[i] != shell.nodes[(i + 1) & 3])
      shortest = std::min(shortest, norm(x[shell.nodes[(i + 1) & 3]] - x[shell.nodes[i]]));
  return shortest;
}

/// In contact of a surface with itself at most 40 % of the shortest edge, as LS-DYNA does: a sheet thicker than its
/// elements are long would touch its own neighbours where it bends.
double contact_thickness(const Model& model, const Shell& shell, const Side& side) {
  const double nominal = nominal_thickness(model, shell, side);
  return side.meets_itself ? std::min(nominal, 0.4 * shortest_edge(model, shell)) : nominal;
}

Friction friction_of(const Contact& contact, const Part& part) {
  Friction f{contact.friction_static, contact.friction_dynamic, contact.friction_decay};
  if (!part.contact) return f;
  if (part.contact->friction_static != 0) f.at_rest = part.contact->friction_static;
  if (part.contact->friction_dynamic != 0) f.sliding = part.contact->friction_dynamic;
  if (part.contact->friction_decay != 0) f.decay = part.contact->friction_decay;
  return f;
}

double scale_of(const Model& model, const Part& part, const Side& side) {
  const double own = part.contact && part.contact->stiffness_scale > 0 ? part.contact->stiffness_scale : 1;
  return model.control.contact_stiffness * side.stiffness_scale * own;
}

std::array<Vec3, 4> corners_at_start(const Model& model, const std::array<Index, 4>& nodes) {
  const auto& x = model.nodes.position;
  return {x[nodes[0]], x[nodes[1]], x[nodes[2]], x[nodes[3]]};
}

/// K A / longest diagonal.
double shell_stiffness(const Model& model, const Shell& shell) {
  const auto corner = corners_at_start(model, shell.nodes);
  const double diagonal = std::max(norm(corner[2] - corner[0]), norm(corner[3] - corner[1]));
  return bulk_modulus(model.materials[model.parts[shell.part].material]) * norm(area_normal(corner)) / diagonal;
}

struct SolidSize {
  double volume = 0;        ///< [length^3]
  double largest_face = 0;  ///< [length^2]
};

/// Volume within the six faces, each flat about its centre (exact for flat faces).
SolidSize size_of(const Model& model, const Solid& solid) {
  static constexpr int face[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  const Vec3 origin = model.nodes.position[solid.nodes[0]];
  SolidSize size;
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
    const bool known = contains(segment.nodes, node) || std::find(result.begin(), result.end(), global) != result.end();
    if (!known && n < 4) result[n++] = global;
  }
  return result;
}

SegmentConstants segment_constants(const Domain& domain, const Contact& contact, const Side& side,
                                   const ContactSegment& segment, const std::vector<Id>& body) {
  const Model& model = domain.model;
  SegmentConstants c;
  if (segment.shell != none) {
    const Shell& shell = model.shells[segment.shell];
    const Part& part = model.parts[shell.part];
    c.half_thickness = 0.5 * contact_thickness(model, shell, side);
    c.stiffness = scale_of(model, part, side) * shell_stiffness(model, shell);
    c.friction = friction_of(contact, part);
    c.part = part.id, c.element = shell.id;
  } else if (segment.solid == none) {  // a face given by its nodes only: the slave's stiffness decides
    c.stiffness = 1e300;
    c.depth = 0.5 * std::sqrt(norm(area_normal(corners_at_start(model, segment.nodes))));
    c.friction = {contact.friction_static, contact.friction_dynamic, contact.friction_decay};
  } else {
    const Solid& solid = model.solids[segment.solid];
    const Part& part = model.parts[solid.part];
    const double area = norm(area_normal(corners_at_start(model, segment.nodes)));
    const double height = size_of(model, solid).volume / area;
    c.stiffness = scale_of(model, part, side) * bulk_modulus(model.materials[part.material]) * area / height;
    c.depth = depth_of_height * height;
    c.friction = friction_of(contact, part);
    c.part = part.id, c.element = solid.id;
    c.opposite = opposite_nodes(domain, segment);
  }
  c.depth_at_start = c.depth;
  c.body = body[segment.nodes[0]];
  for (const Index node : segment.nodes)
    if (body[node] != c.body) c.body = 0;
  return c;
}

void maximise(SlaveConstants& c, const SlaveConstants& other) {
  c.half_thickness = std::max(c.half_thickness, other.half_thickness);
  c.stiffness = std::max(c.stiffness, other.stiffness);
  c.friction.at_rest = std::max(c.friction.at_rest, other.friction.at_rest);
  c.friction.sliding = std::max(c.friction.sliding, other.friction.sliding);
  c.friction.decay = std::max(c.friction.decay, other.friction.decay);
}

/// Largest thickness, stiffness and friction of the elements around each node of this rank.
std::vector<SlaveConstants> constants_around_nodes(const Model& model, const Contact& contact, const Side& side) {
  std::vector<SlaveConstants> around(model.nodes.count());
  for (const Shell& shell : model.shells) {
    const Part& part = model.parts[shell.part];
    const SlaveConstants c{0.5 * contact_thickness(model, shell, side),
                           scale_of(model, part, side) * shell_stiffness(model, shell), friction_of(contact, part)};
    for (const Index node : shell.nodes) maximise(around[node], c);
  }
  for (const Solid& solid : model.solids) {
    const Part& part = model.parts[solid.part];
    const SolidSize size = size_of(model, solid);
    const double area_over_height = size.largest_face * size.largest_face / size.volume;
    const SlaveConstants c{0, scale_of(model, part, side) * bulk_modulus(model.materials[part.material]) * area_over_height,
                           friction_of(contact, part)};
    for (const Index node : solid.nodes) maximise(around[node], c);
  }
  return around;
}

/// Takes the maximum over all ranks that share a node.
void maximise_over_sharers(const World& world, const HaloPlan& halo, std::vector<SlaveConstants>& around) {
  std::vector<Message> outgoing;
  for (const Neighbour& neighbour : halo.neighbours) {
    std::vector<SlaveConstants> values;
    for (const Index node : neighbour.nodes) values.push_back(around[node]);
    outgoing.push_back({neighbour.rank, to_bytes<SlaveConstants>(values)});
  }
  for (const Message& message : world.exchange(std::move(outgoing))) {
    const auto values = from_bytes<SlaveConstants>(message.bytes);
    for (const Neighbour& neighbour : halo.neighbours)
      if (neighbour.rank == message.rank)
        for (std::size_t k = 0; k < values.size(); ++k) maximise(around[neighbour.nodes[k]], values[k]);
  }
}

Pass make_pass(const World& world, const Domain& domain, const ContactNodes& nodes, const NodeState& initial,
               Index contact_index, bool slaves_are_a) {
  const Contact& contact = domain.model.contacts[contact_index];
  const bool single = contact.kind == ContactKind::single_surface;
  const Side slaves = side_of(contact, slaves_are_a), faces = side_of(contact, single || !slaves_are_a);
  Pass pass;
  pass.contact = contact_index, pass.slaves_are_a = slaves_are_a;

  auto around = constants_around_nodes(domain.model, contact, slaves);
  maximise_over_sharers(world, domain.halo, around);
  pass.slave_node = slaves.surface.nodes;
  for (const Index node : pass.slave_node) {
    pass.slave.push_back(around[node]);
    pass.slave_body.push_back(nodes.body[node]);
    const bool is_inner = std::ranges::binary_search(slaves.surface.inner, node);
    pass.elements_around_inner.push_back(is_inner ? initial.live_elements(node) : 0);
  }
  pass.n_local_slaves = Index(pass.slave_node.size());
  pass.state.resize(pass.slave_node.size());
  pass.slave_live.assign(pass.slave_node.size(), 1);

  for (const ContactSegment& segment : faces.surface.segments) {
    pass.segment_nodes.push_back(segment.nodes);
    pass.segment.push_back(segment_constants(domain, contact, faces, segment, nodes.body));
    pass.shell.push_back(segment.shell);
    pass.solid.push_back(segment.solid);
    pass.covered_by.push_back(segment.covered_by);
    pass.segment_alive.push_back(segment.covered_by == none);
  }
  pass.n_local_segments = Index(pass.segment.size());
  return pass;
}

}  // namespace

ContactNodes make_contact_nodes(const Domain& domain, const NodeState& state) {
  ContactNodes nodes;
  nodes.n_local = domain.model.nodes.count();
  nodes.global = domain.global_node;
  nodes.body.assign(nodes.n_local, 0);
  for (const RigidBody& body : domain.model.rigid_bodies)
    for (const Index node : body.nodes) nodes.body[node] = body.id;
  double bit = 1;
  for (const ForceTransducer& transducer : domain.model.transducers) {
    if (!transducer.has_side_b) continue;
    nodes.sides_b.resize(nodes.n_local);
    for (const Index node : transducer.against) nodes.sides_b[node] += bit;
    bit *= 2;
  }
  nodes.look_at(state);
  return nodes;
}

std::vector<Pass> make_passes(const World& world, const Domain& domain, const ContactNodes& nodes,
                              const NodeState& initial) {
  std::vector<Pass> passes;
  const auto& contacts = domain.model.contacts;
  for (Index c = 0; c < Index(contacts.size()); ++c) {
    passes.push_back(make_pass(world, domain, nodes, initial, c, true));
    if (contacts[c].kind == ContactKind::surface_to_surface)
      passes.push_back(make_pass(world, domain, nodes, initial, c, false));
  }
  return passes;
}

}  // namespace crumple
