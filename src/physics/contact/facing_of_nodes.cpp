#include "physics/contact/facing_of_nodes.hpp"

#include "base/profile.hpp"
#include "comm/sharers.hpp"
#include "physics/contact/closest_point.hpp"
#include "physics/contact/contact_plan.hpp"
#include "physics/contact/contact_surfaces.hpp"
#include "physics/contact/passes.hpp"

namespace crumple {

void renew_facing(const World& world, ContactSurfaces& surfaces) {
  ContactNodes& nodes = surfaces.nodes;
  nodes.facing.assign(std::size_t(nodes.n_local), {});
  for (const Pass& pass : surfaces.passes) {
    const Segments& faces = pass.segments;
    for (Index s = 0; s < faces.n_local; ++s) {
      if (!faces.live[s]) continue;
      Facing facing = Facing::any();
      if (faces.solid[s] != none) {
        facing = {};
        facing.include(normalized(area_normal(corners_of(nodes, faces.nodes[s]))));
      }
      for (const Index node : faces.nodes[s]) nodes.facing[node].include(facing);
    }
  }
  Profile::Scope scope(phase<"halo">);  // mostly waiting
  include_sharers(world, surfaces.domain->halo, nodes.facing);
}

}  // namespace crumple
