// The direct solver MUMPS: a multifrontal method on distributed memory. Amestoy, Duff, L'Excellent and Koster (2001),
// "A fully asynchronous multifrontal solver using distributed dynamic scheduling". Numbers of its parameters as in the
// user's guide.
#include <dlfcn.h>
#include <dmumps_c.h>
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/process_usage.hpp"
#include "comm/start_mpi.hpp"
#include "comm/together.hpp"
#include "solver/nested_dissection.hpp"
#include "solver/sparse_solver.hpp"

namespace crumple {
namespace {

double wall() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// MUMPS gives large numbers in millions, with a minus.
double large(int number) { return number < 0 ? -1e6 * number : double(number); }

/// MUMPS' numbers of the orderings that it may have been built with (ICNTL(7)); metis is given by nested_dissection.
struct Ordering {
  const char* name;
  MUMPS_INT number;
  bool is_usual;  ///< for auto
};
constexpr MUMPS_INT given = 1;
constexpr Ordering orderings[] = {{"amd", 0, false}, {"scotch", 3, false}, {"pord", 4, true}, {"metis", given, true}};
/// auto begins with pord, the best for shells. Where its factors take more operations for each equation than this, as
/// those of solids do, the analysis takes so small a part of the time that metis is tried, too.
constexpr double worth_another = 1e5;
/// Equations below which amd is taken: there is nothing to gain, and pord ends the program where it cannot divide them.
constexpr MUMPS_INT least_to_divide = 200;

std::string amount(double bytes) {
  return bytes < 1e9 ? fmt::format("{:.3g} MB", 1e-6 * bytes) : fmt::format("{:.3g} GB", 1e-9 * bytes);
}

/// MUMPS needs MPI, also where ranks share a process that goes without.
void require_mpi() {
  if (start_mpi()) std::atexit([] { MPI_Finalize(); });
}

/// MUMPS' function for all work. Its library is loaded with the first solver: with BLAS and ScaLAPACK it would double
/// the time in which any run starts.
decltype(&dmumps_c) load_mumps() {
#ifdef CRUMPLE_MUMPS_LIBRARY
  void* const library = dlopen(CRUMPLE_MUMPS_LIBRARY, RTLD_NOW | RTLD_GLOBAL);
  void* const found = library ? dlsym(library, "dmumps_c") : nullptr;
  if (!found) throw Error(fmt::format("implicit analysis: no direct solver MUMPS: {}", dlerror()));
  return reinterpret_cast<decltype(&dmumps_c)>(found);
#else
  return &dmumps_c;
#endif
}

class Mumps final : public SparseSolver {
 public:
  Mumps(const World& world, const SolverSettings& settings) : world_(world), settings_(settings) {
    if (settings_.folders.empty()) settings_.folders.push_back(".");
    require_mpi();
    int n_processes = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
    can_share_ = world.size() > 1 && n_processes == world.size();
    remove_files();
    world.barrier();
    if (folder().size() >= sizeof id_.ooc_tmpdir)
      throw Error(
          fmt::format("scratch={}: expected a path of less than {} characters", folder(), sizeof id_.ooc_tmpdir));
  }
  ~Mumps() override {
    if (std::uncaught_exceptions() == 0) leave();  // otherwise the others may not come
    remove_files();
  }

  void factor(const SymmetricEntries& matrix) override {
    const bool is_shared = can_share_ && matrix.n_equations >= settings_.least_to_share;
    if (id_.n == 0 || is_shared != is_shared_) begin(is_shared);
    const bool is_new = take(matrix);
    statistics_.solve_seconds = 0;
    statistics_.n_solves = 0;
    double changes[1] = {is_new ? 1.0 : 0.0};
    world_.max(changes);
    if (changes[0] > 0) {
      count("analysis", 0, [&] { choose_ordering(matrix); });
      expect_room();
    }
    statistics_.factor_seconds = count("factorisation", 0, [&] {
      run(factorise);
      call_.memory = 1e6 * id_.infog[21];
    });
    statistics_.n_factor_entries = large(id_.infog[28]);
    statistics_.n_operations = id_.rinfog[2];
    statistics_.memory = call_.memory;
  }

  std::int64_t n_negative() const override { return id_.infog[11]; }

  void solve(std::vector<double>& columns, int n_columns) override {
    if (world_.is_root()) {
      id_.rhs = columns.data();
      id_.nrhs = n_columns;
      id_.lrhs = id_.n;
    }
    control(27) = settings_.columns_at_once;
    statistics_.solve_seconds += count("substitution", n_columns, [&] { run(substitute); });
    statistics_.n_solves += n_columns;
  }

  const SolverStatistics& statistics() const override { return statistics_; }

 private:
  enum Work { start = -1, end = -2, analyse = 1, factorise = 2, substitute = 3 };

  MUMPS_INT& control(int number) { return id_.icntl[number - 1]; }
  bool computes() const { return is_shared_ || world_.is_root(); }
  MPI_Comm communicator() const { return is_shared_ ? MPI_COMM_WORLD : MPI_COMM_SELF; }

  /// Begins anew, with all ranks or the root's alone.
  void begin(bool is_shared) {
    leave();
    id_ = {};
    is_shared_ = is_shared;
    id_.comm_fortran = MUMPS_INT(MPI_Comm_c2f(communicator()));
    id_.par = 1;  // root works, too
    id_.sym = 2;  // symmetric, not definite
    run(start);
    control(1) = control(2) = control(3) = -1;  // no messages
    control(4) = 0;
    control(13) = 1;  // the root of the tree on one rank, or negative pivots are not counted right
    control(14) = 40;  // room for pivoting, in percent
    control(16) = 1;   // one thread beside those of the BLAS library: its own wait busily in every small front
    control(18) = 3;   // the matrix is distributed
    control(22) = settings_.is_out_of_core ? 1 : 0;
    control(24) = 0;   // no search for null pivots
    control(28) = 1;   // the ordering by one rank
    std::strncpy(id_.ooc_tmpdir, folder().c_str(), sizeof id_.ooc_tmpdir - 1);
    std::strncpy(id_.ooc_prefix, file_prefix().c_str(), sizeof id_.ooc_prefix - 1);
  }

  void leave() {
    if (id_.n == 0 || !computes()) return;
    id_.job = end;
    work_(&id_);
  }

  /// Takes this rank's entries, or all on the root that computes alone. Are they at other places than the last ones?
  bool take(const SymmetricEntries& matrix) {
    std::vector<MUMPS_INT> row, column;
    value_.clear();
    const auto add = [&](const std::vector<std::int32_t>& rows, const std::vector<std::int32_t>& columns,
                         const std::vector<double>& values) {
      for (const std::int32_t number : rows) row.push_back(number + 1);
      for (const std::int32_t number : columns) column.push_back(number + 1);
      value_.insert(value_.end(), values.begin(), values.end());
    };
    if (is_shared_) {
      add(matrix.row, matrix.column, matrix.value);
    } else {
      const std::vector<Bytes> rows = world_.gather(to_bytes(std::span(matrix.row))),
                               columns = world_.gather(to_bytes(std::span(matrix.column))),
                               values = world_.gather(to_bytes(std::span(matrix.value)));
      for (std::size_t r = 0; r < rows.size(); ++r)
        add(from_bytes<std::int32_t>(rows[r]), from_bytes<std::int32_t>(columns[r]), from_bytes<double>(values[r]));
    }
    const bool is_new = id_.n != matrix.n_equations || row != row_ || column != column_;
    row_ = std::move(row);
    column_ = std::move(column);
    id_.n = matrix.n_equations;
    id_.nnz_loc = std::int64_t(row_.size());
    id_.irn_loc = row_.data();
    id_.jcn_loc = column_.data();
    id_.a_loc = value_.data();
    return is_new;
  }

  /// Of this rank's files.
  const std::string& folder() const {
    return settings_.folders[std::size_t(world_.rank()) % settings_.folders.size()];
  }

  std::string file_prefix() const { return "crumple-factors-" + settings_.run; }

  /// Removes the files of factors, also those of a run with the same results that was killed.
  void remove_files() const {
    if (!settings_.is_out_of_core) return;
    std::error_code ignored;
    for (const auto& file : std::filesystem::directory_iterator(folder(), ignored))
      if (file.path().filename().string().starts_with(file_prefix())) std::filesystem::remove(file.path(), ignored);
  }

  /// Does some work, reports what it took and returns its wall time [s].
  double count(const char* name, int n_columns, const std::function<void()>& work) {
    const IoCounters before = io_of_process();
    const double cpu = process_cpu_time(), begin = wall();
    call_.begin = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    work();
    call_.name = name;
    call_.n_columns = n_columns;
    call_.seconds = wall() - begin;
    const IoCounters io = io_of_process() - before;
    double sums[] = {double(io.reads), double(io.writes), double(io.bytes_read), double(io.bytes_written),
                     double(io.storage_read), double(io.storage_written), process_cpu_time() - cpu};
    world_.sum(sums);
    const auto whole = [&](int i) { return std::int64_t(sums[i]); };
    call_.io = {whole(0), whole(1), whole(2), whole(3), whole(4), whole(5)};
    call_.cpu_seconds = sums[6];
    settings_.report(call_);
    return call_.seconds;
  }

  /// Analyses the matrix by the ordering that is asked for, or by that of some which takes the fewest operations.
  void choose_ordering(const SymmetricEntries& matrix) {
    place_.clear();
    const Ordering *best = nullptr, *last = nullptr;
    double fewest = 0;
    for (const Ordering& ordering : orderings) {
      const bool is_auto = settings_.ordering == "auto";
      const bool is_small = id_.n < least_to_divide, is_amd = &ordering == &orderings[0];
      const bool is_asked = is_small ? is_amd
                                     : settings_.ordering == ordering.name || settings_.ordering == "least" ||
                                           (is_auto && ordering.is_usual);
      if (!is_asked || (is_auto && best && fewest < worth_another * id_.n)) continue;
      if (!analyse_by(ordering, matrix)) continue;
      last = &ordering;
      if (best && id_.rinfog[0] >= fewest) continue;
      best = last;
      fewest = id_.rinfog[0];
    }
    if (!best)
      throw Error(fmt::format("ordering={}: this MUMPS was built without it", settings_.ordering));
    if (best != last) analyse_by(*best, matrix);
    call_.ordering = best->name;
    call_.needs = {1e6 * id_.infog[16], 1e6 * id_.infog[26], sizeof(double) * large(id_.infog[2]),
                   large(id_.infog[2]), id_.rinfog[0]};
  }

  /// False: MUMPS was built without this ordering and took another one.
  bool analyse_by(const Ordering& ordering, const SymmetricEntries& matrix) {
    if (ordering.number == given && place_.empty()) {
      for (const std::int32_t place : nested_dissection(world_, matrix)) place_.push_back(place + 1);
      id_.perm_in = place_.data();
    }
    control(7) = ordering.number;
    run(analyse);
    return id_.infog[6] == ordering.number;
  }

  /// Errors: what the analysis estimates is more than a host has, beside what earlier factors have taken. Collective.
  void expect_room() {
    const bool in_files = settings_.is_out_of_core;
    const auto& folders = settings_.folders;
    std::vector<double> needed(1 + folders.size(), 0.0);  // by the ranks of this host: memory, space of each folder
    needed[0] = 1e6 * id_.info[in_files ? 16 : 14];
    if (in_files) needed[1 + std::size_t(world_.rank()) % folders.size()] = sizeof(double) * large(id_.info[2]);
    MPI_Comm host = MPI_COMM_NULL;
    int n_ranks = 0;
    MPI_Comm_split_type(communicator(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    MPI_Comm_size(host, &n_ranks);
    MPI_Allreduce(MPI_IN_PLACE, needed.data(), int(needed.size()), MPI_DOUBLE, MPI_SUM, host);
    MPI_Comm_free(&host);
    granted_.resize(needed.size());
    std::string lack;
    if (const double left = free_memory(); needed[0] - granted_[0] > left)
      lack = fmt::format("the factors need {} of memory on a host with {} ({} free): expected {}more hosts",
                         amount(needed[0]), counted(n_ranks, "rank"), amount(left),
                         in_files ? "" : fmt::format("LSOLVR = 6 of *CONTROL_IMPLICIT_SOLVER, which needs {} of memory "
                                                     "and {} of disk over all ranks, or ",
                                                     amount(call_.needs.memory_out_of_core), amount(call_.needs.disk)));
    for (std::size_t i = 0; i < folders.size(); ++i)
      if (const double left = free_space(folders[i]); lack.empty() && needed[1 + i] - granted_[1 + i] > left)
        lack = fmt::format("the factors need {} of disk in {} ({} free): expected other folders, scratch=DIR[,DIR]",
                           amount(needed[1 + i]), folders[i], amount(left));
    agree(world_, lack);
    for (std::size_t i = 0; i < needed.size(); ++i) granted_[i] = std::max(granted_[i], needed[i]);
  }

  /// What the root that computes alone says of the last work, to all.
  void share_outcome() {
    std::vector<double> outcome(id_.infog, std::end(id_.infog));
    outcome.insert(outcome.end(), id_.rinfog, std::end(id_.rinfog));
    world_.broadcast(std::span(outcome));
    const auto end_of_integers = outcome.begin() + std::ssize(id_.infog);
    std::transform(outcome.begin(), end_of_integers, id_.infog, [](double value) { return MUMPS_INT(value); });
    std::copy(end_of_integers, outcome.end(), id_.rinfog);
  }

  void run(Work work) {
    id_.job = work;
    if (computes()) work_(&id_);
    if (!is_shared_) share_outcome();
    const int error = id_.infog[0], detail = id_.infog[1];
    if (error >= 0) return;
    if (error == -10 || error == -6)
      throw SingularMatrix("the stiffness matrix is singular: expected constraints that hold the model, or CENTER of "
                  "*CONTROL_IMPLICIT_EIGENVALUE away from 0 for modes of a model that nothing holds");
    if (error == -9 || error == -13 || error == -19)
      throw Error(fmt::format("out of memory in the direct solver (MUMPS error {}, {}): expected more of it for each "
                              "rank, more ranks, or LSOLVR = 6 of *CONTROL_IMPLICIT_SOLVER, factors in files",
                              error, detail));
    if (error == -90) throw Error(fmt::format("the direct solver cannot write its files in {}", folder()));
    throw Error(fmt::format("the direct solver failed (MUMPS error {}, {})", error, detail));
  }

  const decltype(&dmumps_c) work_ = load_mumps();
  const World& world_;
  SolverSettings settings_;
  DMUMPS_STRUC_C id_{};  ///< n of 0: not begun
  bool can_share_ = false;  ///< there are several ranks, which are processes of MPI
  bool is_shared_ = false;  ///< all ranks compute, not the root's alone
  std::vector<MUMPS_INT> row_, column_, place_;
  std::vector<double> value_;
  std::vector<double> granted_;  ///< the most of what the ranks of this host have needed: memory, space of each folder
  SolverCall call_;              ///< the last one
  SolverStatistics statistics_;
};

}  // namespace

std::string sparse_solver_name() { return "MUMPS " MUMPS_VERSION; }

std::unique_ptr<SparseSolver> make_sparse_solver(const World& world, const SolverSettings& settings) {
  return std::make_unique<Mumps>(world, settings);
}

}  // namespace crumple
