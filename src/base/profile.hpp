// Time by phase of the run. A phase is timed by one line at its start: `Profile::Scope scope(phase<"halo">);`, or
// `Profile::Scope scope(phase<"contact", Stage::forces>);` where others share its stage. Scopes nest; a phase's cost
// excludes nested phases, so phases add up to the total. The layer that wraps MPI reports its calls by
// Profile::MpiCall. Phases can also be regions of Kokkos Tools, so that other profilers see the step.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace crumple {

/// The cost of a phase on this rank so far, without nested phases. CPU time is of the rank's first thread: unlike wall
/// time it excludes waiting for a core, so it measures the work of a rank even with more ranks than cores. Reading it
/// is slow, so it is sampled (see Profile::sample_every).
struct PhaseCost {
  double wall = 0, mpi_wall = 0;  ///< [s]; wall includes mpi_wall, the time inside MPI calls
  std::int64_t entries = 0, mpi_calls = 0;
  double sampled_cpu = 0, sampled_mpi_cpu = 0;  ///< [s], of sampled_entries of the entries, each times its weight
  std::int64_t sampled_entries = 0;
  std::int64_t sampled_weight = 0;  ///< entries that the sampled ones stand for

  /// CPU time [s], and the part of it inside MPI calls: sampled, scaled up to all entries.
  double cpu() const { return scaled(sampled_cpu); }
  double mpi_cpu() const { return scaled(sampled_mpi_cpu); }
  /// CPU time outside MPI [s]: the work of the phase.
  double compute_cpu() const { return scaled(sampled_cpu - sampled_mpi_cpu); }

  PhaseCost operator-(const PhaseCost& earlier) const;

 private:
  double scaled(double sampled) const {
    return sampled_weight ? sampled * double(entries) / double(sampled_weight) : 0.0;
  }
};

struct PhaseRecord;

/// A stage is the work of a rank between two synchronisation points, the sum over its phases. `nodes`: from the sums at
/// shared nodes to those over rigid bodies; `forces`: from there, through the motion and the forces of elements and
/// contact, to the next sums at shared nodes. All other phases are stages of their own.
enum class Stage { own, forces, nodes };

/// A phase by its name. Created before main by phase<"name", stage>: a scope then needs no lookup.
struct Phase {
  PhaseRecord* record;  ///< the same for equal names
  /// Throws where the phase has been declared with another stage.
  explicit Phase(const char* name, Stage stage = Stage::own);
};

/// A string literal as a template argument.
template <std::size_t n>
struct PhaseName {
  char text[n];
  consteval PhaseName(const char (&literal)[n]) { std::copy_n(literal, n, text); }
};

template <PhaseName name, Stage stage = Stage::own>
inline const Phase phase{name.text, stage};

/// CPU time of this thread [s]. A reading takes 0.3 to 0.7 us.
double thread_cpu_time();
/// Wall time since `start` [s].
inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

class Profile {
 public:
  using Clock = std::chrono::steady_clock;

  /// Cost of each phase so far, by name; open phases count up to the last end of a nested phase. MPI calls outside all
  /// phases are the phase "outside phases".
  static std::map<std::string, PhaseCost> costs();
  /// The `wall` of costs().
  static std::map<std::string, double> seconds();
  static void reset();
  /// Reads CPU clocks in one of `interval` entries of each outermost phase, on average; 1: in all; more often in phases
  /// so long that it takes less than 0.3 % of their time. Default 64.
  static void sample_every(int interval);
  /// The length of a tick, of the counter that times phases and calls [s].
  static double tick();
  /// Makes each scope a region of Kokkos Tools. Called by main if a tool is loaded: asking Kokkos each time costs 50
  /// ns.
  static void show_regions();
  /// Number of the current phase, for tables by phase; names by phase_name. 0: outside phases.
  static int current_phase();
  static std::string phase_name(int phase);
  /// The name of the phase's stage, that of the phase itself for Stage::own.
  static std::string stage_of(const std::string& phase);

  /// Times its own lifetime as part of a phase. On the main thread only, not inside parallel loops.
  class Scope {
   public:
    explicit Scope(const Phase& phase);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    friend class Profile;
    PhaseRecord* record_;
    std::int64_t weight_;  // entries that this one stands for; 0: its CPU clocks are not read
    bool is_region_;
    Scope* outer_;
    double inner_cpu_ = 0, cpu_start_ = 0;  // [s]
    std::int64_t inner_ = 0, start_;        // of a counter that is read faster than Clock
  };

  /// For coroutines on one thread: hides the open scopes, and restores them when the coroutine resumes.
  static Scope* leave();
  static void come_back(Scope* open);

  /// Lives for the duration of an MPI call and adds it to the current phase. On the main thread only.
  class MpiCall {
   public:
    MpiCall();
    ~MpiCall();
    MpiCall(const MpiCall&) = delete;
    MpiCall& operator=(const MpiCall&) = delete;
    /// Ends the call; returns its wall time in ticks. The destructor does nothing then.
    std::int64_t end();

   private:
    std::int64_t weight_;  // that of the open scope
    bool open_ = true;
    double cpu_start_ = 0;
    std::int64_t start_;
  };
};

}  // namespace crumple
