// The collectives of the step: reductions and broadcasts that repeat in every cycle with the same shape, carried out in
// one of several modes (collectives=..., one file each in src/comm/collectives). Made by World::collective; the step
// starts each as early as its values are known and finishes it as late as they are needed.
// Collectives outside of the step (set-up, output) are World's own.
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

/// What becomes of the values: the element-wise maximum, the sum (exact if the values are multiples of one quantum), or
/// rank 0's values.
enum class Operation { max, sum, broadcast };

struct CollectiveShape {
  Operation operation = Operation::max;
  /// Numbers of values that belong together, e.g. one piece for each contact; `separate` sends them one by one.
  std::vector<std::size_t> pieces;

  std::size_t count() const { return std::accumulate(pieces.begin(), pieces.end(), std::size_t(0)); }
};

/// A collective for reports.
struct NamedCollective {
  const char* name;
  CollectiveShape shape;
};

/// One call of it.
struct CollectiveCall {
  std::string name;  ///< what it is for
  Operation operation = Operation::max;
  std::int64_t bytes = 0;  ///< of a rank's values
};

/// Fill `values`, start, finish, read `values`. In between they belong to the mode. This class itself serves a single
/// rank and shapes without values: there is nothing to send.
class Collective {
 public:
  explicit Collective(CollectiveShape shape) : shape_(std::move(shape)), values_(shape_.count()), values(values_) {}
  virtual ~Collective() = default;
  Collective(const Collective&) = delete;

  /// All ranks in the same order. Waits for others only in modes whose calls block.
  void start() { begin(), started_ = true; }
  /// Waits for what it needs of the others.
  void finish() { end(), started_ = false; }
  bool is_started() const { return started_; }
  const CollectiveShape& shape() const { return shape_; }
  /// Both at once.
  void run() { start(), finish(); }

 protected:
  virtual void begin() {}
  virtual void end() {}
  /// For destructors: what was started has to be finished, unless this rank alone is on its way out, whom nobody
  /// would answer.
  bool must_finish() const { return started_ && std::uncaught_exceptions() == 0; }

  CollectiveShape shape_;

 private:
  std::vector<double> values_;
  bool started_ = false;

 public:
  const std::span<double> values;
};

/// A value of collectives=.
struct CollectiveMode {
  const char* name;
  const char* summary;  ///< one line for the help
  /// As LS-DYNA does: forces of walls and energies are summed in every step, not only when they are written.
  bool sums_every_step;
  const char* missing;  ///< what this MPI library lacks for it; empty: nothing
  std::unique_ptr<Collective> (*make)(const World& world, CollectiveShape shape);
  bool calls_by_piece = false;  ///< a call for each piece, not one for all
};

/// All modes, by name; and one of them, which must be there.
const std::vector<const CollectiveMode*>& collective_modes();
const CollectiveMode& collective_mode(const std::string& name);
/// Names of those that this MPI library can do.
std::vector<std::string> available_collectives();
/// Errors: the library lacks what the mode needs. It is never replaced by another one.
void check_available(const CollectiveMode& mode);

}  // namespace crumple
