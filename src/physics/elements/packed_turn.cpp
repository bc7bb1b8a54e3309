// Packed elements: parts that become rigid or deformable during a run. While a part is in a body, the history of its
// elements is frozen; when the body ends, tensors and vectors in the global frame are rotated with the body. Shells
// keep their stresses in co-rotational frames. The names of solids' history variables state which are tensors or
// vectors.
#include <algorithm>
#include <string_view>

#include "physics/elements/packed_elements.hpp"
#include "physics/state/part_switch.hpp"

namespace crumple {
namespace {


/// Six values from `first`, xx, yy, zz, xy, yz, zx; shears times `shear` are tensor components.
template <class Real>
void turn_tensor(const LaneHistory<Real>& values, int first, const Mat3& rotation, double shear = 1) {
  const auto value = [&](int i) { return double(values[first + i]) * (i < 3 ? 1 : shear); };
  const Mat3 old{{Vec3{value(0), value(3), value(5)}, Vec3{value(3), value(1), value(4)},
                  Vec3{value(5), value(4), value(2)}}};
  const Mat3 now = rotation * old * transpose(rotation);
  constexpr int rows[] = {0, 1, 2, 0, 1, 2}, columns[] = {0, 1, 2, 1, 2, 0};
  for (int i = 0; i < 6; ++i) values[first + i] = Real(now(rows[i], columns[i]) / (i < 3 ? 1 : shear));
}

template <class Real>
void turn_vector(const LaneHistory<Real>& values, int first, const Mat3& rotation) {
  const Vec3 now =
      rotation * Vec3{double(values[first]), double(values[first + 1]), double(values[first + 2])};
  for (int i = 0; i < 3; ++i) values[first + i] = Real(now[i]);
}

/// Names of the first component end in xx for tensors, in x for vectors.
template <class Real>
void turn_named(const LaneHistory<Real>& values, std::span<const char* const> names, const Mat3& rotation) {
  for (int i = 0; i < int(names.size()); ++i) {
    const std::string_view name = names[std::size_t(i)];
    if (name.ends_with(" xx") || name == "back stress 1") turn_tensor(values, i, rotation);
    else if (name.ends_with(" x")) turn_vector(values, i, rotation);
  }
}

}  // namespace

template <class Real>
void PackedElements<Real>::turn(const Group& group, int i, const Mat3& rotation) {
  if (packed_.is_shell) return;
  const kernels::HistoryLayout& layout = group.kernel->layout;
  const kernels::MaterialConstants& material = group.constants_of(i).material;
  const LaneHistory<Real> all = group.history_of(i);
  turn_named(all, layout.element_names, rotation);
  for (int point = 0; point < group.n_points(); ++point) {
    turn_named(group.stress(i, 0, point), layout.stress_names, rotation);
    turn_named(group.material_history(i, 0, point), layout.material_names, rotation);
    const int added = group.first_added(i) + point * material.added_fields() + material.eos_fields();
    if (material.erosion_fields() > 0) turn_tensor(all, added + first_eroded_strain, rotation, 0.5);
    if (material.damping_fields() > 0) turn_tensor(all, added + material.erosion_fields(), rotation);
    for (int term = 0; term < material.n_relaxing; ++term)
      turn_tensor(all, added + material.erosion_fields() + material.damping_fields() + 6 * term, rotation);
  }
}

/// Updates the stresses of parts that become rigid to t(n), as in any step. Half of the work of that step is done by
/// the velocity that the nodes lose after t(n-1/2), where the body takes over: it is not counted as a loss.
template <class Real>
void PackedElements<Real>::switch_parts(std::span<const PartSwitch> parts, double dt, NodeState& state,
                                        EnergyLedger& ledger) {
  for_each_lane([&](const Group& group, int i) {
    const PartSwitch& part = parts[std::size_t(group.part_of(i))];
    if (part.ends) turn(group, i, part.rotation);
  });
  const kernels::NodeRows rows = node_rows(state, domain_.quanta);  // without dilatation: not yet that of this step
  for (const Group& group : groups_) {
    if (!group.held) continue;
    for (int b = 0; b < group.n_blocks; ++b) {
      if (!parts[std::size_t(group.part_of_block(b))].begins) continue;
      const auto half_energy = [&](int i) {
        return 0.5 * (double(group.internal_energy(i)) + double(group.hourglass_energy(i)));
      };
      std::array<double, std::size_t(Group::lanes)> before{};
      const int first = b * Group::lanes;
      for (int lane = 0; lane < Group::lanes; ++lane) before[std::size_t(lane)] = half_energy(first + lane);
      group.kernel->forces(group.blocks(), rows, dt, b, b + 1);
      wait_for_device();
      for (int lane = 0; lane < Group::lanes; ++lane)
        if (group.element[std::size_t(first + lane)] != none)
          ledger.damping.add(before[std::size_t(lane)] - half_energy(first + lane));
    }
  }
}

template void PackedElements<float>::turn(const Group&, int, const Mat3&);
template void PackedElements<double>::turn(const Group&, int, const Mat3&);
template void PackedElements<float>::switch_parts(std::span<const PartSwitch>, double, NodeState&, EnergyLedger&);
template void PackedElements<double>::switch_parts(std::span<const PartSwitch>, double, NodeState&, EnergyLedger&);

}  // namespace crumple
