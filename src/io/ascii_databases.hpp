// glstat, matsum, rwforc, rcforc, sleout, nodout and swforc of a run: which files there are, and one call per file when its
// output is due. Root writes; all calls are collective, and a file that cannot be written is an Error on all ranks.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "comm/world.hpp"
#include "io/ascii_formats.hpp"
#include "io/text_file.hpp"
#include "physics/state/domain.hpp"

namespace crumple {

class AsciiDatabases {
 public:
  /// Creates the files that the deck asks for (interval > 0 in Output). `prefix` goes before their
  /// names: "out/" or "out/job.". Collective.
  AsciiDatabases(const World& world, const Domain& domain, const RunInfo& run, const std::string& prefix);

  /// `velocity`: of the centre of mass of the model [length/time].
  void glstat(const Clock& clock, const Energies& energies, std::span<const WallForce> walls, const Vec3& velocity,
              double ns_per_zone_cycle);
  /// `sums`: one for each part of the model, in its order.
  void matsum(const Clock& clock, std::span<const PartSum> sums);
  void rwforc(const Clock& clock, std::span<const WallForce> walls);
  void rcforc(const Clock& clock, std::span<const ContactForce> contacts);
  /// `contacts`: those that take energy, which ties and transducers do not.
  void sleout(const Clock& clock, std::span<const ContactForce> contacts);
  /// `mine`: of Output::history_nodes those that this rank owns, in any order.
  void nodout(const Clock& clock, const std::vector<NodeHistory>& mine);
  /// `mine`: each weld of the model comes from one rank, in any order.
  void swforc(const Clock& clock, const std::vector<WeldForce>& mine);

 private:
  void create(const std::string& name, const std::string& head);
  template <class Format> void append(const std::string& name, Format&& format);

  const World& world_;
  std::string prefix_;
  std::map<std::string, TextFile> files_;  ///< on root
  std::vector<Id> part_ids_;
};

}  // namespace crumple
