// The step's loops of one instruction set, for its table.
#include "kernels/step/closest_points.hpp"
#include "kernels/step/contact_pairs.hpp"
#include "kernels/step/integration.hpp"
#include "kernels/step/lane_loops.hpp"
#include "kernels/step/rigid_walls.hpp"
#include "kernels/step/spot_welds.hpp"

namespace crumple::kernels {

constinit const StepKernels step_kernels{kick,
                                         drift,
                                         row_range,
                                         advance_weld_pairs,
                                         find_crossing,
                                         find_behind,
                                         find_inside,
                                         pair_distances,
                                         closest_points,
                                         lane_loops<float>,
                                         lane_loops<double>};

}  // namespace crumple::kernels
