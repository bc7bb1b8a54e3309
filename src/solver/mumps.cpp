// The direct solver MUMPS: a multifrontal method on distributed memory. Amestoy, Duff, L'Excellent and Koster (2001),
// "A fully asynchronous multifrontal solver using distributed dynamic scheduling". Numbers of its parameters as in the
// user's guide.
#include <dmumps_c.h>
#include <fmt/format.h>
#include <mpi.h>

#include <chrono>
#include <cstring>
#include <filesystem>

#include "base/error.hpp"
#include "solver/sparse_solver.hpp"

namespace crumple {
namespace {

double wall() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// MUMPS gives large numbers in millions, with a minus.
double large(int number) { return number < 0 ? -1e6 * number : double(number); }

constexpr const char* file_prefix = "crumple-factors";

/// Removes files of factors, also of a run that was killed.
void remove_files(const std::string& folder) {
  std::error_code ignored;
  for (const auto& file : std::filesystem::directory_iterator(folder.empty() ? "." : folder, ignored))
    if (file.path().filename().string().starts_with(file_prefix)) std::filesystem::remove(file.path(), ignored);
}

class Mumps final : public SparseSolver {
 public:
  Mumps(const World& world, const SolverSettings& settings) : world_(world), settings_(settings) {
    if (settings.is_out_of_core) remove_files(settings.folder);
    world.barrier();
    id_.comm_fortran = MUMPS_INT(MPI_Comm_c2f(MPI_COMM_WORLD));
    id_.par = 1;  // root works, too
    id_.sym = 2;  // symmetric, not definite
    run(start);
    control(1) = control(2) = control(3) = -1;  // no messages
    control(4) = 0;
    control(13) = 1;  // the root of the tree on one rank, or negative pivots are not counted right
    control(14) = 40;  // room for pivoting, in percent
    control(18) = 3;   // the matrix is distributed
    control(22) = settings.is_out_of_core ? 1 : 0;
    control(24) = 0;   // no search for null pivots
    std::strncpy(id_.ooc_tmpdir, settings.folder.empty() ? "." : settings.folder.c_str(), sizeof id_.ooc_tmpdir - 1);
    std::strncpy(id_.ooc_prefix, file_prefix, sizeof id_.ooc_prefix - 1);
  }
  ~Mumps() override {
    if (std::uncaught_exceptions() == 0) {  // otherwise the others may not come
      id_.job = end;
      dmumps_c(&id_);
    }
    if (settings_.is_out_of_core) remove_files(settings_.folder);
  }

  void factor(const SymmetricEntries& matrix) override {
    const auto from_one = [](const std::vector<std::int32_t>& numbers) {
      std::vector<MUMPS_INT> all(numbers.begin(), numbers.end());
      for (MUMPS_INT& number : all) ++number;
      return all;
    };
    std::vector<MUMPS_INT> row = from_one(matrix.row), column = from_one(matrix.column);
    const bool is_new = id_.n != matrix.n_equations || row != row_ || column != column_;
    row_ = std::move(row);
    column_ = std::move(column);
    value_ = matrix.value;
    id_.n = matrix.n_equations;
    id_.nnz_loc = std::int64_t(row_.size());
    id_.irn_loc = row_.data();
    id_.jcn_loc = column_.data();
    id_.a_loc = value_.data();
    statistics_.solve_seconds = 0;
    statistics_.n_solves = 0;
    double changes[1] = {is_new ? 1.0 : 0.0};
    world_.max(changes);
    const double begin = wall();
    if (changes[0] > 0) run(analyse);
    const double analysed = wall();
    if (changes[0] > 0) statistics_.analysis_seconds = analysed - begin;
    run(factorise);
    statistics_.factor_seconds = wall() - analysed;
    statistics_.n_factor_entries = large(id_.infog[28]);
    statistics_.n_operations = id_.rinfog[2];
    statistics_.largest_memory = 1e6 * id_.infog[20];
    statistics_.memory = 1e6 * id_.infog[21];
  }

  std::int64_t n_negative() const override { return id_.infog[11]; }

  void solve(std::vector<double>& columns, int n_columns) override {
    const double begin = wall();
    if (world_.is_root()) {
      id_.rhs = columns.data();
      id_.nrhs = n_columns;
      id_.lrhs = id_.n;
    }
    control(27) = n_columns > 1 ? -32 : 1;
    run(substitute);
    statistics_.solve_seconds += wall() - begin;
    statistics_.n_solves += n_columns;
  }

  const SolverStatistics& statistics() const override { return statistics_; }

 private:
  enum Work { start = -1, end = -2, analyse = 1, factorise = 2, substitute = 3 };

  MUMPS_INT& control(int number) { return id_.icntl[number - 1]; }

  void run(Work work) {
    id_.job = work;
    dmumps_c(&id_);
    const int error = id_.infog[0], detail = id_.infog[1];
    if (error >= 0) return;
    if (error == -10 || error == -6)
      throw SingularMatrix("the stiffness matrix is singular: expected constraints that hold the model, or CENTER of "
                  "*CONTROL_IMPLICIT_EIGENVALUE away from 0 for modes of a model that nothing holds");
    if (error == -9 || error == -13 || error == -19)
      throw Error(fmt::format("out of memory in the direct solver (MUMPS error {}, {}): expected more of it for each "
                              "rank, more ranks, or LSOLVR = 6 of *CONTROL_IMPLICIT_SOLVER, factors in files",
                              error, detail));
    if (error == -90) throw Error(fmt::format("the direct solver cannot write its files in {}", settings_.folder));
    throw Error(fmt::format("the direct solver failed (MUMPS error {}, {})", error, detail));
  }

  const World& world_;
  SolverSettings settings_;
  DMUMPS_STRUC_C id_{};
  std::vector<MUMPS_INT> row_, column_;
  std::vector<double> value_;
  SolverStatistics statistics_;
};

}  // namespace

std::string sparse_solver_name() { return "MUMPS " MUMPS_VERSION; }

std::unique_ptr<SparseSolver> make_sparse_solver(const World& world, const SolverSettings& settings) {
  int n_processes = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &n_processes);
  if (n_processes != world.size())
    throw Error("implicit analysis needs ranks that are processes of MPI");
  return std::make_unique<Mumps>(world, settings);
}

}  // namespace crumple
