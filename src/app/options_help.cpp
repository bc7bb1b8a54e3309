// The text of 'crumple help'.
#include <fmt/format.h>

#include <algorithm>

#include "app/options.hpp"
#include "comm/world.hpp"
#include "io/storage.hpp"
#include "model/database_list.hpp"

namespace crumple {
namespace {

/// "separate|fused|...", followed by a line for each mode.
template <class Mode>
std::string describe_modes(const std::string& key, const std::vector<const Mode*>& modes, const char* chosen) {
  std::vector<std::string> names, lines;
  for (const Mode* mode : modes) {
    names.push_back(mode->name);
    lines.push_back(fmt::format("      {:<15}{}", mode->name, mode->summary));
  }
  return fmt::format("  {}={}   (default: {})\n{}\n", key, fmt::join(names, "|"), chosen, fmt::join(lines, "\n"));
}

/// The list of ASCII files.
std::string describe_databases() {
  std::vector<std::string> names;
  for (const std::string name : database_names)
    if (name != "d3plot") names.push_back(name);
  return fmt::format("{}.", fmt::join(names, ", "));
}

}  // namespace

std::string help_text() {
  const std::string modes =
      describe_modes("collectives", collective_modes(), "fused") +
      describe_modes("transport", transport_modes(), "auto") +
      "  nodesize=N          ranks that the shared modes treat as one node  (default: all that share memory)\n";
  const std::string storage = describe_modes("io", storage_modes(), "independent");
  const std::vector<OptionName> options = option_names();
  const std::string isas =
      fmt::format("isa={}", fmt::join(std::ranges::find(options, "isa", &OptionName::name)->choices, "|"));
  return R"(Crumple: an explicit finite-element crash code; same bits on any number of ranks.

  mpirun -np N crumple i=DECK [key=value ...]      run an LS-DYNA keyword deck
  mpirun -np M crumple r=DUMP [key=value ...]      restart from a dump, on any number of ranks (docs/restart.md)
  crumple check i=DECK                             contents of a deck, and everything in it that is not supported
  crumple plan i=DECK ranks=N,N,...                work, memory and messages of N ranks (docs/plan.md)
  crumple plan r=DUMP ranks=N,N,...                the same of a restart from a dump
  crumple drive mat=DECK path=PATH strain=X,Y,...  stress of one element of a material (docs/drive.md)
  crumple info                                     version, instruction sets, libraries
  crumple version                                  version and commit
  crumple keywords                                 treatment of every field of every keyword (docs/keywords.md)
  crumple help                                     this text
  crumple man                                      the manual page
  crumple completion                               completion for bash: source <(crumple completion)

  i=FILE              input deck, also FILE alone; required, except with r=, where it may be a small deck that
                      changes the end time or output intervals
  r=FILE              restart from this dump; same bits as an uninterrupted run
  o=DIR               result folder; created if missing              (default: .)
  p=FILE              pfile: decomposition { method rcb sx 1 sy 2 sz 1 ... }
  substitute=off|on   replace each unsupported feature by the nearest supported one, or omit it, with a warning
  case=N              of a deck with several cases (*CASE) the one to compute
  endtime=T           stop at this time instead of ENDTIM
  ncycle=N            stop after N cycles
  maxtime=S           stop after S seconds of wall time, with a dump
  watchdog=S          abort the job if no step completes within S seconds; 0: never  (default: 1800)
  dump=N              write a dump d3dump01, d3dump02, ... every N cycles and at the end
  dumptime=S          the same every S seconds of wall time
  d=nodump            no dump when a switch, a signal or maxtime ends the run
  jobid=NAME          prefix of all output file names
)" + fmt::format("  {:<30} instruction set of the kernels; same bits (default: auto)\n", isas) +
         R"(  device=none|host|cuda
                      cuda: an NVIDIA GPU; host: threads as those of a device, in random order; same bits
  precision=single|double        of element arithmetic and history   (default: single, or that of the dump)
  ranks=N,N,...       numbers of ranks for 'crumple plan'
  mat=, material=, path=, form=, strain=, rate=, steps=, copies=   of 'crumple drive'
  threads=N           OpenMP threads per rank (also ncpu=)           (default: 1)
  threads=auto        as many as the launcher gives cores to a rank
  ratio=LOW,HIGH      acceptable range of the energy ratio           (default: 0.9,1.1)
  unstable=warn|stop  if the ratio leaves it, the time step collapses or a node is faster than sound (default: warn)
  states=both|d3plot|vtkhdf      format of the state files           (default: both)
  fields=displacement,stress,energy_density|none
                                 additional fields of states.vtkhdf  (default: none)
  binout=on|off       write databases also as binout0000, ... (LSDA) (default: off)
  messag=all|root     ranks that write a log, mes0000, mes0001, ...  (default: all)
  progress=auto|on|off           progress line (default: auto: on a terminal; otherwise one line per minute)
  profile=on|off|full            MPI profile; full: CPU time and waits of every call, slower (default: on)
  latency_us=X        experiment: collectives and receives take at least X us
  noise=LENGTH,PERIOD[,SEED]     experiment: interrupt each rank for LENGTH us (mean) every PERIOD us
  rebalance=N[,P]     every N cycles, repartition if the slowest rank is P percent above the mean (P: 10)
  costs=table|measured|FILE      what elements and nodes cost, by which the model is decomposed; measured: on this
                      machine, in 0.3 s before the run; FILE: as measured before, DECOMP_COSTS.OUT (default: table)
  contact_margin=X    contact searches for pairs X segment sizes beyond their range; same bits (default: 0.4)
  loadsample=N        every N cycles, write the work of each rank to load_samples.csv
  memory=, memory2=, para=, g=, f=, x=   accepted, without effect

Communication between ranks; same bits (docs/communication.md)
)" + modes +
         R"(
How states.vtkhdf and dumps are written; same contents (docs/storage.md)
)" + storage +
         R"(  io_ranks=N          number of writing ranks for io=aggregated    (default: one per node)
  io_chunk=ROWS       rows in a chunk of a data set that grows     (default: 262144)
  io_align=BYTES      alignment of data sets and chunks of at least this size, a power of two (default: 1)
  io_deflate=N        compression level, 0 (none) to 9 (best)      (default: 0)
  io_sync=on|off      wait until a state or dump is on disk; off: it may still be in the system cache (default: on)

The direct solver and the modes of implicit analysis; same bits but for bits=off (docs/implicit.md)
  ordering=auto|least|amd|pord|scotch|metis
                      order of elimination; auto: metis or pord, least: of all, whichever needs fewer operations
                      (default: auto)
  scratch=DIR[,DIR]   folders of the factors with LSOLVR = 6; of two the ranks take turns  (default: o=DIR)
  bits=same|off       same: solutions have the same bits on any machine; off: refined only until residuals are below
                      1e-10 of the right-hand sides                (default: same)
  rhs_block=N         right-hand sides for which factors are read once   (default: 32)
  solve_alone=N       equations below which the first rank factors and solves alone   (default: 15000)
  vectors=memory|files
                      where the vectors of the Lanczos iteration are kept; files: in o=DIR, without a name, so that
                      they vanish with the run                     (default: memory)

Examples
  crumple i=taylor.k o=out/taylor
  mpirun -np 8 crumple i=car.k o=out/car p=pfile
  mpirun -np 2 crumple i=car.k o=out/short endtime=10 ncycle=1000 precision=double
  mpirun -np 8 crumple i=car.k o=out/car maxtime=3500       ends with a dump, here out/car/d3dump01 ...
  mpirun -np 12 crumple r=out/car/d3dump01 o=out/car        ... from which this run continues
  OMP_PROC_BIND=true mpirun -np 2 --map-by ppr:1:numa:pe=4 crumple i=car.k threads=4

During a run: echo sw1 > DIR/d3kil ends it with a dump, sw2 reports time and cycle in mes0000, sw3 writes a dump, sw4 a
state. SIGINT, SIGTERM, SIGUSR1 and SIGUSR2 end it with a dump, a last state and a summary.
Results in DIR: summary.json, mes0000, d3plot (LS-PrePost), states.vtkhdf (ParaView), and the databases requested:
)" + describe_databases() +
         R"(
Exit status: 0 after normal termination, 1 after an error, 2 if the run became unstable, 3 if a sense switch, 4 if a
signal, 5 if maxtime= ended it.
)";
}

}  // namespace crumple
