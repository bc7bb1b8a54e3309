// The command line in LS-DYNA's form: key=value in any order, keys in any case.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/drive_options.hpp"
#include "comm/mpi_profile.hpp"
#include "io/run_info.hpp"
#include "io/storage.hpp"

namespace crumple {

enum class Progress { automatic, on, off };

struct Options {
  std::string command;          ///< "run" or one of command_names
  std::string deck;             ///< i=; with r= a restart deck, or empty
  bool substitutes = false;     ///< substitute=
  std::string restart;          ///< r=: the dump to restart from; empty: start at t = 0
  std::string pfile;            ///< p=
  std::string output;           ///< o=; empty: the pfile's global directory, or this one
  std::string job_id;           ///< jobid=, prefix of all output file names
  std::optional<double> end_time;          ///< endtime= [time]
  std::optional<std::int64_t> chosen_case;  ///< case=: number of the *CASE to compute
  std::optional<std::int64_t> end_cycle;   ///< ncycle=
  std::optional<double> contact_margin;    ///< contact_margin=
  std::optional<double> wall_time_limit;   ///< maxtime= [s]
  double watchdog_seconds = 1800;          ///< watchdog=: longest time for a step [s]; 0: no limit
  std::optional<std::int64_t> dump_cycles;   ///< dump=: cycles between dumps
  std::optional<double> dump_time;           ///< dumptime=: wall time between dumps [s]
  bool final_dump = true;       ///< a run that is ended externally writes a dump; not with d=nodump
  std::string isa = "auto";     ///< isa=
  std::string device = "none";  ///< "none", "host", "cuda"
  std::string precision;        ///< precision=; empty: single, or that of the dump
  DriveOptions drive;           ///< of `drive`
  std::vector<int> plan_ranks;  ///< ranks=N,N,...: numbers of ranks for `plan`
  int threads = 1;              ///< threads= or ncpu=; 0: auto, one per core of the rank
  std::string collectives = "fused", transport = "auto";  ///< modes of communication
  StabilityLimits stability;                             ///< ratio=, unstable=
  std::optional<bool> binout;                            ///< binout=: databases also to binout
  std::string messag = "all";                            ///< messag=: ranks that write a mesNNNN
  std::optional<std::string> states;                     ///< states=: which files show the mesh over time
  std::optional<FieldNames> fields;                      ///< fields=: additional fields of states.vtkhdf
  StorageSettings storage;                               ///< io=, io_...=
  std::string ordering = "auto";         ///< of the direct solver, see ordering_names
  std::vector<std::string> scratch;      ///< scratch=DIR[,DIR]: folders of its factors; empty: the output folder
  int rhs_block = 32;                    ///< right-hand sides with which it reads its factors once
  int solve_alone = 15000;               ///< equations below which the first rank solves alone
  std::string bits = "same";             ///< bits=: whether implicit solutions are refined to the same bits
  std::string vectors = "memory";        ///< vectors=: where those of the Lanczos iteration are
  int ranks_per_node = 0;       ///< of the shared modes; 0: all that share memory
  std::int64_t rebalance_cycles = 0;  ///< rebalance=N: check the load every N cycles; 0: never
  std::string costs;                  ///< costs=: "table", "measured" or a file; empty: as the pfile says
  double rebalance_threshold = 10;    ///< rebalance=N,P: tolerated imbalance [percent]
  std::int64_t sample_cycles = 0;     ///< loadsample=N: write the load of each rank every N cycles; 0: no
  Progress progress = Progress::automatic;
  MpiProfileOptions mpi_profile;   ///< profile=, latency_us=, noise=
  std::vector<std::string> notes;   ///< accepted without effect, one line each
  std::string command_line;         ///< as typed, for the reports
};

/// Errors: an unknown key (with the nearest known one), a value out of range, no deck.
Options parse_options(const std::vector<std::string>& arguments);

std::string help_text();

const std::vector<std::string>& command_names();

struct OptionName {
  std::string name;                  ///< without `=`
  std::vector<std::string> choices;  ///< its values; empty: numbers, files, ...
};
std::vector<OptionName> option_names();

}  // namespace crumple
