#include "tests/property/combination.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/property/additions.hpp"
#include "tests/property/same_results.hpp"
#include "tests/property/variants.hpp"

namespace crumple::test {
namespace {

namespace fs = std::filesystem;

constexpr int first_free_id = 7000000, ids_of_an_item = 100;

/// Elements that collapse under what is added to them would make the steps ever smaller.
const std::string most_cycles = "ncycle=4000 ";

/// A way to run a deck.
struct Way {
  int ranks = 1;
  bool in_memory = true;
  std::string options;     ///< beside precision
  std::string decomposition;
  std::uint64_t shuffle = 0;   ///< seed of a random rank for each element; 0: none
  std::uint64_t restarts = 0;  ///< seed of the restarts; 0: none
  int moves = 0;               ///< times that elements go to other ranks
};

const std::string& any_isa(Random& random) {
  static const std::vector<std::string> isas = instruction_sets();
  return random.of(isas);
}

struct KindOfWay {
  const char* name;
  double share;  ///< of the combinations that have it
  void (*add)(Way& way, Random& random);
};

void set_ranks(Way& way, Random& random) { way.ranks = 2 + int(random.below(7)); }
void set_threads(Way& way, Random& random) { way.options += fmt::format(" threads={}", 2 + random.below(3)); }
void set_isa(Way& way, Random& random) { way.options += " isa=" + any_isa(random); }

void set_decomposition(Way& way, Random& random) {
  const std::vector<std::string> methods = {"rcb", "rib", "hsfc", "greedy", "metis", "metis_recursive"};
  way.decomposition = "method " + random.of(methods);
  if (random.chance(0.5))
    way.decomposition += fmt::format(" s{} {:.3g}", "xyz"[random.below(3)], random.between(2, 60));
  if (random.chance(0.3))
    way.decomposition += fmt::format(" c2r 0 0 0 {:.3g} {:.3g} 1 1 {:.3g} 0", random.between(-1, 1),
                                     random.between(-1, 1), random.between(-1, 1));
}

/// Each element on a rank of its own, or in runs of some that follow each other.
void set_shuffle(Way& way, Random& random) { way.shuffle = 1 + random.below(1u << 30); }

void set_rebalance(Way& way, Random& random) { way.moves = 5 + int(random.below(50)); }

void set_contact_margin(Way& way, Random& random) {
  way.options += fmt::format(" contact_margin={:.3g}", random.chance(0.3) ? 0 : random.between(0, 2));
}

void set_device(Way& way, Random&) {
  if (has_device_of_host()) way.options += " isa=auto device=host";
}

void set_storage(Way& way, Random&) { way.options += " io=async"; }

void set_restarts(Way& way, Random& random) { way.restarts = 1 + random.below(1u << 30); }

void set_mpi(Way& way, Random& random) {
  const std::vector<std::string> collectives = {"separate", "fused", "nonblocking", "persistent", "shared"},
                                 transports = {"p2p", "persistent", "neighbor", "shared", "rma"};
  way.in_memory = false;
  way.options += fmt::format(" collectives={} transport={}", random.of(collectives), random.of(transports));
}

const std::vector<KindOfWay>& kinds_of_way() {
  static const std::vector<KindOfWay> kinds = {
      {"ranks", 0.95, set_ranks},
      {"threads", 0.2, set_threads},
      {"instruction set", 0.5, set_isa},
      {"decomposition", 0.4, set_decomposition},
      {"shuffled elements", 0.3, set_shuffle},
      {"rebalance", 0.4, set_rebalance},
      {"contact margin", 0.3, set_contact_margin},
      {"asynchronous storage", 0.1, set_storage},
      {"order of a device", 0.15, set_device},
      {"restarts", 0.6, set_restarts},
      {"MPI", 0.06, set_mpi}};
  return kinds;
}

Way way_of(const Combination& combination) {
  Way way;
  for (const Item& item : combination.items) {
    if (item.of_deck) continue;
    Random random(item.seed);
    kinds_of_way()[item.kind].add(way, random);
  }
  return way;
}

std::string deck_of(const Combination& combination) {
  std::string deck = combination.deck;
  const DeckContents contents = read_contents(deck);
  int id = first_free_id;
  for (const Item& item : combination.items) {
    if (!item.of_deck) continue;
    Random random(item.seed);
    additions()[item.kind].add(deck, contents, random, id + ids_of_an_item * int(item.kind));
  }
  return with_databases(deck);
}

/// The runs of a combination: their folders, removed at the end, and their commands.
class Runs {
 public:
  explicit Runs(std::string deck) : deck_(std::move(deck)) {}
  ~Runs() {
    std::error_code ignored;
    for (const std::string& folder : folders_) fs::remove_all(fs::path(folder).parent_path(), ignored);
  }

  Run run(const Ranks& ranks, const std::string& options) {
    const std::string shown = with_pfile(options, "pfile");
    commands_ = {fmt::format("mpirun -np {} crumple i=deck.k {}", ranks.n, shown)};
    return kept(run_deck(deck_, ranks, with_pfile(options, pfile_)));
  }
  /// After `run`, whose dump it is.
  Run restart(const std::string& dump, int ranks, const std::string& options) {
    commands_.resize(1);
    const std::string name = fs::path(dump).filename().string();
    commands_.push_back(fmt::format("mpirun -np {} crumple r={} {}", ranks, name, options));
    return kept(run_restart(dump, ranks, options));
  }
  const std::vector<std::string>& commands() const { return commands_; }

  /// Runs from now on have a pfile.
  void decompose(const std::string& folder, const std::string& text) {
    pfile_ = folder + "/pfile";
    std::ofstream(pfile_) << text;
  }

 private:
  std::string with_pfile(const std::string& options, const std::string& path) const {
    return pfile_.empty() ? options : options + " p=" + path;
  }
  Run kept(Run run) {
    folders_.push_back(run.folder);
    return run;
  }

  std::string deck_, pfile_;
  std::vector<std::string> folders_, commands_;
};

/// A decomposition file with random ranks in place of those that the program has chosen, for the same numbers of
/// elements.
std::string shuffled(const std::string& file, int n_ranks, std::uint64_t seed) {
  std::istringstream in(file);
  std::string head, line;
  for (int i = 0; i < 3 && std::getline(in, line); ++i) head += line + "\n";
  std::size_t total = 0;
  for (std::size_t rank, n; in >> rank >> n;) total += n;
  Random random(seed);
  const std::size_t longest = random.chance(0.5) ? 1 : 1 + random.below(12);
  std::vector<int> ranks(total);
  for (std::size_t e = 0; e < total;) {
    const int rank = int(random.below(std::size_t(n_ranks)));
    for (std::size_t n = 1 + random.below(longest); n > 0 && e < total; --n) ranks[e++] = rank;
  }
  for (int r = 0; r < n_ranks && std::size_t(r) < total; ++r) ranks[std::size_t(r)] = r;
  for (const int rank : ranks) head += fmt::format("{} 1\n", rank);
  return head;
}

std::string text_of(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Prepares the pfile of a way. What it says, and the decomposition file that it names.
std::string set_up_cut(Runs& runs, const Way& way, const std::string& folder) {
  if (way.decomposition.empty() && !way.shuffle) return {};
  std::string text = fmt::format("decomp {{ {} }}\n", way.decomposition);
  if (way.shuffle) text += fmt::format("decomp {{ file {}/elements }}\n", folder);
  runs.decompose(folder, text);
  if (!way.shuffle) return text;
  runs.run(way.ranks, "ncycle=1");
  const std::string elements = shuffled(text_of(folder + "/elements"), way.ranks, way.shuffle);
  std::ofstream(folder + "/elements") << elements;
  return text + "# elements:\n" + elements;
}

bool has_crashed(const Run& run) { return run.status >= 124 || run.text.find("Error") == run.text.npos; }

std::vector<std::string> dumps_of(const Run& run) {
  std::vector<std::string> dumps;
  for (const auto& entry : fs::directory_iterator(run.folder))
    if (entry.path().filename().string().starts_with("d3dump")) dumps.push_back(entry.path().string());
  std::ranges::sort(dumps);
  return dumps;
}

/// From each dump on other ranks and threads. What differs first.
std::vector<std::string> check_restarts(Runs& runs, const Run& dumped, const Run& expected, std::uint64_t seed) {
  Random random(seed);
  for (const std::string& dump : dumps_of(dumped)) {
    const int ranks = 1 + int(random.below(6));
    std::string options = most_cycles + "isa=" + any_isa(random);
    if (random.chance(0.2)) options += " threads=2";
    if (random.chance(0.3)) options += " " + moving(5 + int(random.below(50)), expected.summary.at("cycles"));
    const std::vector<std::string> found = differences(runs.restart(dump, ranks, options), expected);
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace

Combination combine(const Case& base, std::uint64_t seed, bool on_mpi) {
  Random random(seed);
  Combination combination{base.name, base.deck, random.chance(0.5) ? "single" : "double", {}};
  const bool can_add = !read_contents(base.deck).deformable_parts.empty();
  for (std::size_t n = can_add ? 1 + random.below(4) : 0; n > 0; --n)
    combination.items.push_back({true, random.below(additions().size()), random.below(std::size_t(1) << 40)});
  for (std::size_t kind = 0; kind < kinds_of_way().size(); ++kind) {
    const std::uint64_t own = random.below(std::size_t(1) << 40);
    const bool is_mpi = std::string(kinds_of_way()[kind].name) == "MPI";
    if (random.chance(kinds_of_way()[kind].share) && (on_mpi || !is_mpi))
      combination.items.push_back({false, kind, own});
  }
  return combination;
}

Outcome check(const Combination& combination) {
  Outcome outcome;
  outcome.deck = deck_of(combination);
  const Way way = way_of(combination);
  Runs runs(outcome.deck);
  const std::string precision = most_cycles + "precision=" + combination.precision;
  const Run expected = runs.run(1, precision);
  outcome.commands = runs.commands();
  if (expected.status != 0) {
    if (has_crashed(expected))
      outcome.differences = {fmt::format("exit status {}: {}", expected.status, expected.text)};
    else outcome.refused = expected.text;
    return outcome;
  }
  outcome.pfile = set_up_cut(runs, way, fs::path(expected.folder).parent_path().string());
  std::string options = precision + way.options;
  const int cycles = expected.summary.at("cycles");
  if (way.moves > 0) options += " " + moving(way.moves, cycles);
  if (way.restarts) {
    options += fmt::format(" dump={}", std::max(1, cycles / (2 + int(way.restarts % 5))));
  }
  Ranks ranks(way.ranks);
  ranks.in_memory = way.in_memory;
  const Run run = runs.run(ranks, options);
  outcome.differences = differences(run, expected);
  if (outcome.differences.empty() && way.restarts)
    outcome.differences = check_restarts(runs, run, expected, way.restarts);
  outcome.commands.insert(outcome.commands.end(), runs.commands().begin(), runs.commands().end());
  return outcome;
}

Outcome check_accepted(Combination& combination) {
  for (;;) {
    Outcome outcome = check(combination);
    const auto last = std::find_if(combination.items.rbegin(), combination.items.rend(),
                                   [](const Item& item) { return item.of_deck; });
    if (outcome.refused.empty() || last == combination.items.rend()) return outcome;
    combination.items.erase(std::next(last).base());
  }
}

Combination shrink(const Combination& combination) {
  Combination smallest = combination;
  for (std::size_t i = smallest.items.size(); i-- > 0;) {
    Combination fewer = smallest;
    fewer.items.erase(fewer.items.begin() + std::ptrdiff_t(i));
    if (!check(fewer).differences.empty()) smallest = fewer;
  }
  return smallest;
}

std::string describe(const Combination& combination) {
  std::string text = combination.name + ", " + combination.precision + " precision";
  for (const Item& item : combination.items)
    text += std::string(" + ") + (item.of_deck ? additions()[item.kind].name : kinds_of_way()[item.kind].name);
  return text;
}

void write_report(const std::string& folder, const Combination& combination, const Outcome& outcome) {
  fs::create_directories(folder);
  std::ofstream(folder + "/deck.k") << outcome.deck;
  if (!outcome.pfile.empty()) std::ofstream(folder + "/pfile") << outcome.pfile;
  std::ofstream(folder + "/README") << describe(combination) << "\n\n"
                                    << fmt::format("{}\n\n{}\n", fmt::join(outcome.differences, "\n"),
                                                   fmt::join(outcome.commands, "\n"));
}

}  // namespace crumple::test
