#include "physics/joints/find_ties.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/box.hpp"
#include "model/thickness.hpp"
#include "physics/contact/bucket_grid.hpp"
#include "physics/contact/closest_point.hpp"

namespace crumple {
namespace {

/// A projection may be this far outside a face, in units of its size: nodes above the rim of a surface are tied to it.
constexpr double rim = 0.02;

/// The role of a node in the ties found so far.
enum class Role : std::uint8_t { free, tied, corner, held };

std::array<Vec3, 4> corners_of_segment(const Model& model, const ContactSegment& segment) {
  std::array<Vec3, 4> corner;
  for (int i = 0; i < 4; ++i) corner[i] = model.nodes.position[segment.nodes[i]];
  return corner;
}

/// [node of contact.a] Its share of the area of the faces of its side [length^2].
std::vector<double> areas_of_nodes(const Model& model, const TiedContact& contact) {
  std::vector<double> areas(contact.a.nodes.size(), 0.0);
  for (const ContactSegment& segment : contact.a.segments) {
    const int n = segment.nodes[2] == segment.nodes[3] ? 3 : 4;
    const double share = norm(area_normal(corners_of_segment(model, segment))) / n;
    for (int i = 0; i < n; ++i) {
      const auto at = std::lower_bound(contact.a.nodes.begin(), contact.a.nodes.end(), segment.nodes[i]);
      if (at != contact.a.nodes.end() && *at == segment.nodes[i]) areas[at - contact.a.nodes.begin()] += share;
    }
  }
  return areas;
}

/// [node of contact.a] Its shares of the areas of the faces of its side, each along the face's normal [length^2].
std::vector<std::vector<Vec3>> faces_of_nodes(const Model& model, const TiedContact& contact) {
  std::vector<std::vector<Vec3>> faces(contact.a.nodes.size());
  for (const ContactSegment& segment : contact.a.segments) {
    const int n = segment.nodes[2] == segment.nodes[3] ? 3 : 4;
    const Vec3 share = (1.0 / n) * area_normal(corners_of_segment(model, segment));
    for (int i = 0; i < n; ++i) {
      const auto at = std::lower_bound(contact.a.nodes.begin(), contact.a.nodes.end(), segment.nodes[i]);
      if (at != contact.a.nodes.end() && *at == segment.nodes[i]) faces[at - contact.a.nodes.begin()].push_back(share);
    }
  }
  return faces;
}

/// What of these faces lies along a face with that normal, seen along it [length^2].
double area_along(const std::vector<Vec3>& faces, const Vec3& normal) {
  double area = 0;
  for (const Vec3& face : faces) area += std::abs(dot(face, normal));
  return area;
}

/// The best face for a node so far.
struct Nearest {
  double distance = 0;
  Index segment = none;
  ClosestPoint point;
};

struct Leftover {
  std::vector<Index> far, held, twice;
};

double thickness_of(const Model& model, Index shell) {
  return shell == none ? 0 : mean_thickness(model, model.shells[shell]);
}

/// Of the thickest shell around each node.
std::vector<double> thickness_at_nodes(const Model& model) {
  std::vector<double> thickness(std::size_t(model.nodes.count()), 0.0);
  for (Index s = 0; s < Index(model.shells.size()); ++s)
    for (const Index node : model.shells[s].nodes) thickness[node] = std::max(thickness[node], thickness_of(model, s));
  return thickness;
}

/// The maximum distance of a node from the face.
double tolerance(const TiedContact& contact, double of_node, double of_face, const std::array<Vec3, 4>& corner) {
  const double a = contact.thickness_a != 0 ? std::abs(contact.thickness_a) : of_node;
  const double b = contact.thickness_b != 0 ? std::abs(contact.thickness_b) : of_face;
  if (contact.thickness_a < 0 || contact.thickness_b < 0) return 0.6 * (a + b);
  const double diagonal = std::min(norm(corner[2] - corner[0]), norm(corner[3] - corner[1]));
  return std::max(0.6 * (a + b), 0.05 * diagonal);
}

/// Whether the node is above the face, not beside it.
bool is_above(const ClosestPoint& point, const std::array<Vec3, 4>& corner) {
  const Vec3 area = area_normal(corner), normal = normalized(area);
  return norm(point.offset - dot(point.offset, normal) * normal) <= rim * std::sqrt(norm(area));
}

/// The nearest face of each node of `contact.a` within tolerance; ties in distance go to the first face.
std::vector<Nearest> find_nearest(const Model& model, const TiedContact& contact, const std::vector<double>& thickness,
                                  const std::vector<Role>& role) {
  kernels::RunVector<Vec3> points;
  double thickest = 0;
  for (const Index node : contact.a.nodes) {
    points.push_back(model.nodes.position[node]);
    thickest = std::max(thickest, thickness[node]);
  }
  double size = 0;
  for (const ContactSegment& segment : contact.b.segments)
    size += std::sqrt(norm(area_normal(corners_of_segment(model, segment))));
  const BucketGrid grid(points, std::max(size / double(std::max<std::size_t>(contact.b.segments.size(), 1)), 1e-300));
  std::vector<Nearest> nearest(points.size());
  for (Index s = 0; s < Index(contact.b.segments.size()); ++s) {
    const ContactSegment& segment = contact.b.segments[s];
    if (std::any_of(segment.nodes.begin(), segment.nodes.end(), [&](Index n) { return role[n] == Role::tied; }))
      continue;
    const std::array<Vec3, 4> corner = corners_of_segment(model, segment);
    const double face = thickness_of(model, segment.shell), reach = tolerance(contact, thickest, face, corner);
    grid.visit(box_of(corner).padded(reach), [&](Index k) {
      const Index node = contact.a.nodes[k];
      const Vec3 x = points[k];
      if (std::find(segment.nodes.begin(), segment.nodes.end(), node) != segment.nodes.end()) return;
      const ClosestPoint point = closest_point(x, corner, segment.nodes[2] == segment.nodes[3]);
      if (point.distance > tolerance(contact, thickness[node], face, corner) || !is_above(point, corner)) return;
      if (nearest[k].segment == none || point.distance < nearest[k].distance) nearest[k] = {point.distance, s, point};
    });
  }
  return nearest;
}

/// Whether in some stage the node is in a rigid body that does not have the whole face: the tie would pull it away.
bool leaves_its_face(const Model& model, Index node, const ContactSegment& segment) {
  return std::ranges::any_of(model.rigid_bodies, [&](const RigidBody& body) {
    const auto has = [&](Index n) { return std::ranges::binary_search(body.nodes, n); };
    return body.is_switched() && has(node) && !std::ranges::all_of(segment.nodes, has);
  });
}

void tie_contact(Model& model, Index c, const std::vector<double>& thickness, std::vector<Role>& role, Leftover& left) {
  const TiedContact& contact = model.tied_contacts[c];
  const std::vector<Nearest> nearest = find_nearest(model, contact, thickness, role);
  const std::vector<double> areas = areas_of_nodes(model, contact);
  const bool softens = contact.strength.softens();
  const auto faces = softens ? faces_of_nodes(model, contact) : std::vector<std::vector<Vec3>>{};
  for (std::size_t k = 0; k < nearest.size(); ++k) {
    const Index node = contact.a.nodes[k];
    if (nearest[k].segment == none || role[node] != Role::free) {
      (nearest[k].segment == none ? left.far : role[node] == Role::held ? left.held : left.twice).push_back(node);
      continue;
    }
    const ContactSegment& segment = contact.b.segments[nearest[k].segment];
    if (std::any_of(segment.nodes.begin(), segment.nodes.end(), [&](Index n) { return role[n] == Role::tied; })) {
      left.twice.push_back(node);  // for a surface tied to itself
      continue;
    }
    if (leaves_its_face(model, node, segment)) {
      left.held.push_back(node);
      continue;
    }
    role[node] = Role::tied;
    for (const Index corner : segment.nodes)
      if (role[corner] == Role::free) role[corner] = Role::corner;
    const double area =
        softens ? area_along(faces[k], normalized(area_normal(corners_of_segment(model, segment)))) : areas[k];
    model.ties.push_back({c, node, segment.nodes, nearest[k].point.weight, contact.ties_rotation, contact.keeps_offset,
                          segment.shell, segment.solid, area});
    if (!contact.keeps_offset) model.nodes.position[node] -= nearest[k].point.offset;
  }
}

void warn(Model& model, const TiedContact& contact, const std::vector<Index>& nodes, const char* why) {
  if (nodes.empty()) return;
  model.warnings.push_back(fmt::format("tied contact {}: {} of {} nodes are not tied, because they {} (first: node {})",
                                       contact.id, nodes.size(), contact.a.nodes.size(), why,
                                       model.nodes.id[nodes[0]]));
}

/// Warns of conditions on tied nodes, which the ties override as in LS-DYNA. Needs the ties by node.
void warn_of_conditions(Model& model) {
  std::map<Index, std::vector<Index>> nodes_of_contact;
  const auto note = [&](Index node, bool moves, bool turns) {
    const auto tie =
        std::lower_bound(model.ties.begin(), model.ties.end(), node, [](const Tie& t, Index n) { return t.node < n; });
    if (tie == model.ties.end() || tie->node != node) return;
    if (moves || (turns && tie->ties_rotation)) nodes_of_contact[tie->contact].push_back(node);
  };
  for (const SinglePointConstraint& c : model.constraints) note(c.node, c.dof & 7, c.dof & 56);
  for (const PrescribedMotion& motion : model.motions)
    for (const Index node : motion.nodes) note(node, !motion.rotation, motion.rotation);
  for (auto& [contact, nodes] : nodes_of_contact) {
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    model.warnings.push_back(
        fmt::format("tied contact {}: {} tied nodes are held or moved by *BOUNDARY_SPC or "
                    "*BOUNDARY_PRESCRIBED_MOTION, which has no effect on them (first: node {})",
                    model.tied_contacts[std::size_t(contact)].id, nodes.size(), model.nodes.id[nodes[0]]));
  }
}

}  // namespace

void find_ties(Model& model) {
  if (model.tied_contacts.empty()) return;
  std::vector<Role> role(std::size_t(model.nodes.count()), Role::free);
  for (const RigidBody& body : model.rigid_bodies)
    for (const Index node : body.nodes)
      if (!body.is_switched()) role[node] = Role::held;
  for (const SpotWeld& weld : model.spot_welds)
    for (const Index node : weld.nodes) role[node] = Role::held;
  for (const Tie& tie : model.ties) {  // nodes that the reader has embedded in solids
    role[tie.node] = Role::tied;
    for (const Index corner : tie.corners)
      if (role[corner] == Role::free) role[corner] = Role::corner;
  }
  const std::vector<double> thickness = thickness_at_nodes(model);
  for (Index c = 0; c < Index(model.tied_contacts.size()); ++c) {
    Leftover left;
    tie_contact(model, c, thickness, role, left);
    TiedContact& contact = model.tied_contacts[c];
    warn(model, contact, left.far, "are above no face within the tolerance");
    warn(model, contact, left.held, "belong to a rigid body or a spot weld");
    warn(model, contact, left.twice, "or their faces' corners are in another tie");
    contact.n_ties =
        std::count_if(model.ties.begin(), model.ties.end(), [&](const Tie& tie) { return tie.contact == c; });
    contact.a = contact.b = {};
  }
  std::sort(model.ties.begin(), model.ties.end(), [](const Tie& a, const Tie& b) { return a.node < b.node; });
  const auto soft = std::ranges::stable_partition(
      model.ties, [&](const Tie& tie) { return !model.tied_contacts[std::size_t(tie.contact)].strength.softens(); });
  model.soft_ties.assign(soft.begin(), soft.end());
  model.ties.erase(soft.begin(), soft.end());
  warn_of_conditions(model);
}

}  // namespace crumple
