// matsum: energies and momentum of each part (*DATABASE_MATSUM).
#include <fmt/format.h>

#include "io/ascii_formats.hpp"
#include "io/text_database.hpp"
#include "physics/results/energy.hpp"
#include "physics/state/given_body.hpp"
#include "physics/state/part_sum.hpp"

namespace crumple {
std::string format_matsum(const Clock& clock, std::span<const Id> ids, std::span<const PartSum> sums,
                          bool with_added_mass) {
  std::string text = fmt::format("\n\n time ={:13.4E}\n", clock.time);
  for (std::size_t p = 0; p < sums.size(); ++p) {
    const PartSum& sum = sums[p];
    text += ids[p] < 100000 ? fmt::format(" mat.#={:5}   ", ids[p]) : fmt::format(" mat.#={:8}", ids[p]);
    text += fmt::format("          inten={:13.4E}     kinen={:13.4E}     eroded_ie={:13.4E}     eroded_ke={:13.4E}\n",
                        sum.internal, sum.kinetic, sum.eroded_internal, sum.eroded_kinetic);
    text += fmt::format(" x-mom={:13.4E}     y-mom={:13.4E}     z-mom={:13.4E}\n", sum.momentum.x, sum.momentum.y,
                        sum.momentum.z);
    text += fmt::format(" x-rbv={:13.4E}     y-rbv={:13.4E}     z-rbv={:13.4E}\n", sum.rigid_velocity.x,
                        sum.rigid_velocity.y, sum.rigid_velocity.z);
    text += fmt::format("                         hgeng={:13.4E}     ", sum.hourglass);
    text += with_added_mass ? fmt::format("+mass={:13.4E}     \n", sum.added_mass) : "\n";
  }
  return text;
}

namespace {

std::string text_of_matsum(const Moment& now, Columns& columns) {
  std::vector<Id> ids;
  for (const Part& part : now.domain().model.parts) ids.push_back(part.id);
  const std::vector<PartSum> sums =
      sum_parts(now.world(), now.domain(), now.elements, now.mid, now.rows<GivenBody>());
  columns.ids("ids", ids, std::identity());
  columns.column("internal_energy", sums, &PartSum::internal);
  columns.column("kinetic_energy", sums, &PartSum::kinetic);
  columns.column("eroded_internal_energy", sums, &PartSum::eroded_internal);
  columns.column("eroded_kinetic_energy", sums, &PartSum::eroded_kinetic);
  columns.column("hourglass_energy", sums, &PartSum::hourglass);
  const bool is_scaled = now.domain().model.control.mass_scaling_dt > 0;
  if (is_scaled) columns.column("mass", sums, &PartSum::added_mass);  // its name in LS-DYNA's files
  columns.vectors("momentum", sums, &PartSum::momentum);
  columns.vectors("rbvelocity", sums, &PartSum::rigid_velocity);
  return format_matsum(now.clock(), ids, sums, is_scaled);
}

}  // namespace

namespace recorders {
extern const RecorderKind matsum =
    text_database("matsum", text_of_matsum, [](const Model& m) { return legend_of(m.parts); });
}  // namespace recorders

}  // namespace crumple
