// The collectives of the step: reductions and broadcasts that repeat in every cycle with the same shape, implemented by
// several modes (collectives=..., one file each in src/comm/collectives). Made by World::collective. The step starts
// each collective as soon as its values are available and finishes it when its results are needed. Collectives outside
// the step (set-up, output) are calls of World.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace crumple {

class World;

/// The reduction: the element-wise maximum, the sum (exact if the values are multiples of one quantum), or a broadcast
/// of rank 0's values.
enum class Operation { max, sum, broadcast };

struct CollectiveShape {
  Operation operation = Operation::max;
  /// Lengths of consecutive groups of values, e.g. one group per contact; the mode `separate` issues one call per
  /// group.
  std::vector<std::size_t> pieces;

  std::size_t count() const { return std::accumulate(pieces.begin(), pieces.end(), std::size_t(0)); }
};

/// A collective with its name in reports.
struct NamedCollective {
  const char* name;
  CollectiveShape shape;
};

/// One call of a collective.
struct CollectiveCall {
  std::string name;  ///< its purpose
  Operation operation = Operation::max;
  std::int64_t bytes = 0;  ///< sent by a rank
};

/// Fill `values`, start, finish, read `values`. Do not access them between start and finish. This base class serves a
/// single rank and shapes without values, where nothing is sent.
class Collective {
 public:
  explicit Collective(CollectiveShape shape) : shape_(std::move(shape)), values_(shape_.count()), values(values_) {}
  virtual ~Collective() = default;
  Collective(const Collective&) = delete;

  /// Called in the same order on all ranks. Blocks only in modes with blocking calls.
  void start() { begin(), started_ = true; }
  /// Waits until the results are available.
  void finish() { end(), started_ = false; }
  bool is_started() const { return started_; }
  const CollectiveShape& shape() const { return shape_; }
  /// Starts and finishes.
  void run() { start(), finish(); }

 protected:
  virtual void begin() {}
  virtual void end() {}
  /// For destructors: a started collective must be finished, unless this rank alone leaves by an exception and the
  /// others would never answer.
  bool must_finish() const { return started_ && std::uncaught_exceptions() == 0; }

  CollectiveShape shape_;

 private:
  std::vector<double> values_;
  bool started_ = false;

 public:
  const std::span<double> values;
};

/// A value of the option collectives=.
struct CollectiveMode {
  const char* name;
  const char* summary;  ///< one line for the help
  /// As in LS-DYNA: wall forces and energies are reduced in every step, not only before output.
  bool sums_every_step;
  const char* missing;  ///< the feature this MPI library lacks; empty if none
  std::unique_ptr<Collective> (*make)(const World& world, CollectiveShape shape);
  bool calls_by_piece = false;  ///< one call per piece instead of one for all
};

/// All modes, by name; and the mode of a given name, which must exist.
const std::vector<const CollectiveMode*>& collective_modes();
const CollectiveMode& collective_mode(const std::string& name);
/// Names of the modes that this MPI library supports.
std::vector<std::string> available_collectives();
/// Errors: the library lacks what the mode needs. There is no fallback to another mode.
void check_available(const CollectiveMode& mode);

}  // namespace crumple
