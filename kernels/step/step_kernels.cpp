// The step's loops of one instruction set, and the function that shows them to the program.
#include "kernels/step/closest_points.hpp"
#include "kernels/step/contact_pairs.hpp"
#include "kernels/step/integration.hpp"
#include "kernels/step/rigid_bodies.hpp"
#include "kernels/step/rigid_walls.hpp"
#include "kernels/step/spot_welds.hpp"

namespace crumple::kernels {
namespace {

constexpr StepKernels step_kernels{kick,
                                   drift,
                                   row_range,
                                   advance_weld_pairs,
                                   place_body_nodes,
                                   move_body_nodes,
                                   sum_body_forces,
                                   find_crossing,
                                   find_behind,
                                   find_inside,
                                   pair_distances,
                                   closest_points};

}  // namespace
}  // namespace crumple::kernels

#define CRUMPLE_JOIN(a, b) a##b
#define CRUMPLE_FUNCTION(isa) CRUMPLE_JOIN(crumple_step_kernels_, isa)
extern "C" [[gnu::visibility("default")]] const crumple::kernels::StepKernels* CRUMPLE_FUNCTION(CRUMPLE_ISA)() {
  return &crumple::kernels::step_kernels;
}
