#include "app/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <sstream>

#include "app/isa.hpp"
#include "base/error.hpp"
#include "base/nearest_word.hpp"
#include "comm/world.hpp"
#include "model/database_list.hpp"
#include "solver/sparse_solver.hpp"

namespace crumple {
namespace {

constexpr int most_threads = 512;                  // per rank: Kokkos supports no more
constexpr std::int64_t most_chunk_rows = 1 << 27;  // of at most 24 bytes: HDF5 limits chunks to 4 GiB

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

template <class T>
T number(const std::string& key, const std::string& value, T least, T most = std::numeric_limits<T>::max()) {
  T result{};
  const auto [end, status] = std::from_chars(value.data(), value.data() + value.size(), result);
  const bool inside = result >= least && result <= most;  // false for NaN
  if (status == std::errc() && end == value.data() + value.size() && inside) return result;
  const bool has_limit = std::is_integral_v<T> || most < std::numeric_limits<T>::max();
  throw Error(fmt::format("{}={}: expected a {}number of at least {}{}", key, value,
                          std::is_integral_v<T> ? "whole " : "", least,
                          has_limit ? fmt::format(" and at most {}", most) : ""));
}

/// `hint`: appended to an error.
std::string one_of(const std::string& key, const std::string& value, const std::vector<std::string>& choices,
                   std::string_view hint = "") {
  const std::string choice = lower(value);
  if (std::ranges::find(choices, choice) == choices.end())
    throw Error(fmt::format("{}={}: expected one of {}{}{}", key, value, fmt::join(choices, ", "),
                            suggestion(choice, choices), hint));
  return choice;
}

FieldNames state_fields(const std::string& key, const std::string& value) {
  FieldNames fields;
  if (value == "none") return fields;
  std::istringstream words(value);
  for (std::string word; std::getline(words, word, ',');)
    fields.insert(one_of(key, word, {extra_state_fields.begin(), extra_state_fields.end()}, ", or none alone"));
  return fields;
}

std::vector<std::string> words_of_fields() {
  std::vector<std::string> words(extra_state_fields.begin(), extra_state_fields.end());
  words.push_back("none");
  return words;
}

/// Wall time, or microseconds of it; a value much longer than any run is an error.
double seconds(const std::string& key, const std::string& value) { return number<double>(key, value, 0, 1e9); }

/// Of i=, r= and p=: an empty one comes from an unset variable of a script, not from a run without the file.
std::string file_name(const std::string& key, const std::string& value) {
  if (value.empty()) throw Error(fmt::format("{}=: expected a file", key));
  return value;
}

/// LS-DYNA's o= names the file d3hsp; here it names a folder, which may have the name of a file only if it exists.
/// Empty: the pfile's folder, or none.
std::string folder_name(const std::string&, const std::string& value) {
  const std::filesystem::path path(value);
  const std::string extension = lower(path.extension().string());
  const bool like_file = path.filename() == "d3hsp" || extension == ".out" || extension == ".hsp" ||
                         extension == ".otf" || extension == ".log" || extension == ".txt";
  std::error_code absent;
  if (like_file && !std::filesystem::is_directory(path, absent))
    throw Error(
        fmt::format("o={}: expected the folder for all results; LS-DYNA's o= names the file d3hsp, which is "
                    "written into this folder",
                    value));
  return value;
}

/// A negative ncpu= of LS-DYNA permits sums in any order; here they are exact in every order.
int threads_of_ncpu(const std::string&, const std::string& value) {
  int threads = 0;
  const auto [end, status] = std::from_chars(value.data(), value.data() + value.size(), threads);
  const bool whole = status == std::errc() && end == value.data() + value.size();
  if (!whole || threads == 0 || threads < -most_threads || threads > most_threads)
    throw Error(
        fmt::format("ncpu={}: expected a number of threads, 1 to {}; a minus sign has no effect", value, most_threads));
  return std::abs(threads);
}

/// For options without effect that take numbers: 20m, 2000000; misspelt values are errors here, too.
void check_words(Options&, const std::string& key, const std::string& value) {
  const std::string text = lower(value);
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string unit = text.substr(digits);
  if (digits == 0 || (unit != "" && unit != "k" && unit != "m" && unit != "g"))
    throw Error(fmt::format("{}={}: expected a number of words, for example 20m", key, value));
}

/// Explanations for words of LS-DYNA's command line that have another form here or are not supported.
std::string answer_to(const std::string& word) {
  static const std::map<std::string, std::string> answers = {
      {"a", "dumps are called d3dump01, ...; r=FILE restarts from one"},
      {"c", "maxtime=S ends a run after S seconds"},
      {"b", "stress initialisation by dynamic relaxation is not supported"},
      {"bem", "boundary elements are not supported"},
      {"case", "run each case as a separate deck, with jobid=NAME"},
      {"couple", "coupling with other codes is not supported"},
      {"d3part", "d3plot has all parts"},
      {"d3prop", "d3hsp and 'crumple check' list the properties"},
      {"e", "echo files are not written: 'crumple check i=DECK' lists what a deck contains"},
      {"gminp", "modal files are not supported"},
      {"gmout", "modal files are not supported"},
      {"h", "files of interface forces are not written; *DATABASE_RCFORC gives the forces of each contact"},
      {"init", "implicit initialisation is not supported"},
      {"keyword", "decks are always in keyword format; leave it out"},
      {"k", "sense switches are read from the file d3kil in the result folder"},
      {"l", "interface segment files are not supported"},
      {"lagmap", "mapping between meshes is not supported"},
      {"map", "mapping between meshes is not supported"},
      {"m", "give *INITIAL_STRESS_... in the deck"},
      {"mcheck", "'crumple check i=DECK' checks a deck"},
      {"module", "user-defined modules are not supported"},
      {"report", "'scripts/run DECK report=on' writes the page of a run, or 'scripts/report DIR' afterwards"},
      {"outpath", "o=DIR names the result folder"},
      {"pgpkey", "encrypted decks are not supported"},
      {"s", "files of interface forces are not written; *DATABASE_RCFORC gives the forces of each contact"},
      {"t", "temperature files are not supported"},
      {"thermal", "thermal analysis is not supported"},
      {"v", "geometry files of CAD are not supported"},
      {"y", "CAL3D input is not supported"},
      {"z", "interface segment files are not supported"},
      {"w", "o=DIR names the result folder"}};
  const auto found = answers.find(word);
  return found == answers.end() ? "" : found->second;
}

/// A jobid is the prefix of file names in the result folder, so it must not contain a path.
std::string file_prefix(const std::string&, const std::string& value) {
  if (value.find('/') != value.npos) throw Error(fmt::format("jobid={}: expected a name without '/'", value));
  return value;
}

std::vector<std::string> transport_names() {
  std::vector<std::string> names;
  for (const TransportMode* mode : transport_modes()) names.push_back(mode->name);
  return names;
}

std::vector<std::string> storage_names() {
  std::vector<std::string> names;
  for (const StorageMode* mode : storage_modes()) names.push_back(mode->name);
  return names;
}

std::vector<std::string> isa_names() {
  std::vector<std::string> names = built_isas();
  names.insert(names.begin(), "auto");
  return names;
}

std::string choose_isa(const std::string& key, const std::string& value) {
  return one_of(key, value, isa_names(), "; others are built with cmake -DCRUMPLE_INSTRUCTION_SETS=...");
}

std::string choose_collectives(const std::string& key, const std::string& value) {
  for (const CollectiveMode* mode : collective_modes())
    if (lower(value) == mode->name) check_available(*mode);
  return one_of(key, value, available_collectives());
}

/// noise=LENGTH,PERIOD[,SEED] in microseconds.
void set_noise(Options& options, const std::string&, const std::string& value) {
  std::vector<std::string> fields;
  for (std::size_t at = 0; at <= value.size(); at = std::min(value.find(',', at), value.size()) + 1)
    fields.push_back(value.substr(at, value.find(',', at) - at));
  if (fields.size() < 2 || fields.size() > 3)
    throw Error(fmt::format("noise={}: expected LENGTH,PERIOD or LENGTH,PERIOD,SEED, times in microseconds", value));
  MpiProfileOptions& profile = options.mpi_profile;
  profile.noise_us = seconds("noise", fields[0]);
  profile.noise_period_us = seconds("noise", fields[1]);
  if (fields.size() == 3) profile.noise_seed = number<std::int64_t>("noise", fields[2], 0);
  // the longest interruption is twice the mean one; at the period no time would be left for the program
  if (2 * profile.noise_us >= profile.noise_period_us)
    throw Error(fmt::format("noise={}: expected a LENGTH of less than half the PERIOD", value));
}

/// ratio=LOW,HIGH.
void set_ratio(Options& options, const std::string&, const std::string& value) {
  const std::size_t comma = value.find(',');
  if (comma == std::string::npos) throw Error(fmt::format("ratio={}: expected LOW,HIGH, for example 0.9,1.1", value));
  StabilityLimits& limits = options.stability;
  limits.least_ratio = number<double>("ratio", value.substr(0, comma), 0);
  limits.most_ratio = number<double>("ratio", value.substr(comma + 1), 0);
  if (!(limits.least_ratio < 1 && limits.most_ratio > 1))
    throw Error(fmt::format("ratio={}: expected LOW below 1 and HIGH above 1", value));
}

/// scratch=DIR[,DIR]: folders that are there, by their absolute paths.
std::vector<std::string> scratch_folders(const std::string& key, const std::string& value) {
  std::vector<std::string> folders;
  std::istringstream names(value);
  for (std::string name; std::getline(names, name, ',');) {
    std::error_code absent;
    if (!std::filesystem::is_directory(name, absent))
      throw Error(fmt::format("{}={}: there is no folder {}", key, value, name));
    folders.push_back(std::filesystem::absolute(name).string());
  }
  if (folders.empty() || folders.size() > 2) throw Error(fmt::format("{}={}: expected DIR or DIR,DIR", key, value));
  return folders;
}

/// ranks=N,N,...
void set_plan_ranks(Options& options, const std::string&, const std::string& value) {
  constexpr int most_ranks = 1 << 20;
  for (std::size_t at = 0; at <= value.size(); at = std::min(value.find(',', at), value.size()) + 1)
    options.plan_ranks.push_back(number("ranks", value.substr(at, value.find(',', at) - at), 1, most_ranks));
}

void forbid_final_dump(Options& options, const std::string&, const std::string& value) {
  if (lower(value) != "nodump")
    throw Error(fmt::format("d={}: expected nodump; dumps are called d3dump01, d3dump02, ...", value));
  options.final_dump = false;
}

std::int64_t alignment(const std::string& key, const std::string& value) {
  const auto bytes = number<std::int64_t>(key, value, 1, 1 << 30);
  if (!std::has_single_bit(std::uint64_t(bytes)))
    throw Error(fmt::format("{}={}: expected a power of two", key, value));
  return bytes;
}

int thread_count(const std::string& key, const std::string& value) {
  return lower(value) == "auto" ? 0 : number(key, value, 1, most_threads);
}

Progress progress(const std::string& key, const std::string& value) {
  const std::string choice = one_of(key, value, {"auto", "on", "off"});
  return choice == "on" ? Progress::on : choice == "off" ? Progress::off : Progress::automatic;
}

MpiProfileOptions::Depth depth(const std::string& key, const std::string& value) {
  using Depth = MpiProfileOptions::Depth;
  const std::string choice = one_of(key, value, {"off", "on", "full"});
  return choice == "off" ? Depth::off : choice == "on" ? Depth::on : Depth::full;
}

/// Numbers with commas between them.
std::vector<double> several(const std::string& key, const std::string& value, double least) {
  std::vector<double> numbers;
  std::istringstream words(value);
  for (std::string word; std::getline(words, word, ',');) numbers.push_back(number<double>(key, word, least, 1e12));
  if (numbers.empty()) throw Error(fmt::format("{}=: expected a number, or several with commas", key));
  return numbers;
}
std::vector<double> strains(const std::string& key, const std::string& value) { return several(key, value, -100); }
std::vector<double> rates(const std::string& key, const std::string& value) { return several(key, value, 1e-12); }

/// rebalance=N[,P].
void set_rebalance(Options& options, const std::string& key, const std::string& value) {
  const auto comma = value.find(',');
  options.rebalance_cycles = number<std::int64_t>(key, value.substr(0, comma), 1);
  if (comma != std::string::npos) options.rebalance_threshold = number<double>(key, value.substr(comma + 1), 0);
}

/// costs=table|measured|FILE.
std::string costs_of_things(const std::string& key, const std::string& value) {
  const std::string word = lower(value);
  return word == "table" || word == "measured" ? word : file_name(key, value);
}

/// Sets an option from the value of its key.
struct Set : std::function<void(Options&, const std::string& key, const std::string& value)> {
  using function::function;
  std::vector<std::string> choices = {};  ///< the values, where they are some words
};

/// A value that is one of some words.
template <class Read>
struct Choice {
  Read read;
  std::vector<std::string> choices;
  auto operator()(const std::string& key, const std::string& value) const { return read(key, value); }
};
template <class Read>
Choice(Read, std::vector<std::string>) -> Choice<Read>;

/// Stores the result of `read(key, value)` in a member of Options, or in a nested member.
template <class Read, class... Members>
Set put(Read read, Members... path) {
  Set set = [=](Options& options, const std::string& key, const std::string& value) {
    (options.*....*path) = read(key, value);
  };
  if constexpr (requires { read.choices; }) set.choices = read.choices;
  return set;
}
template <class T>
auto a_number(T least, T most = std::numeric_limits<T>::max()) {
  return [=](const std::string& key, const std::string& value) { return number<T>(key, value, least, most); };
}
auto a_word(std::vector<std::string> choices) {
  return Choice{[=](const std::string& key, const std::string& value) { return one_of(key, value, choices); }, choices};
}
/// True for the word `yes`.
auto whether(std::string yes, std::vector<std::string> choices) {
  return Choice{[=](const std::string& key, const std::string& value) { return one_of(key, value, choices) == yes; },
                choices};
}

/// A key and its action; with a note: accepted for compatibility with LS-DYNA, and the reason why it has no effect.
struct OptionKey {
  std::string name;
  Set set;
  std::string note = {};
};

const std::vector<OptionKey>& keys() {
  using O = Options;
  using Storage = StorageSettings;
  using Count = std::int64_t;
  static const std::vector<OptionKey> all = {
      {"i", put(file_name, &O::deck)},
      {"r", put(file_name, &O::restart)},
      {"p", put(file_name, &O::pfile)},
      {"substitute", put(whether("on", {"off", "on"}), &O::substitutes)},
      {"case", put(a_number<Count>(1), &O::chosen_case)},
      {"o", put(folder_name, &O::output)},
      {"jobid", put(file_prefix, &O::job_id)},
      {"endtime", put(a_number(0.0), &O::end_time)},
      {"maxtime", put(seconds, &O::wall_time_limit)},
      {"watchdog", put(seconds, &O::watchdog_seconds)},
      {"ncycle", put(a_number<Count>(1), &O::end_cycle)},
      {"dump", put(a_number<Count>(1), &O::dump_cycles)},
      {"dumptime", put(seconds, &O::dump_time)},
      {"d", forbid_final_dump},
      {"isa", put(Choice{choose_isa, isa_names()}, &O::isa)},
      {"device", put(a_word({"none", "host", "cuda"}), &O::device)},
      {"precision", put(a_word({"single", "double"}), &O::precision)},
      {"collectives", put(Choice{choose_collectives, available_collectives()}, &O::collectives)},
      {"nodesize", put(a_number(0), &O::ranks_per_node)},
      {"transport", put(a_word(transport_names()), &O::transport)},
      {"ratio", set_ratio},
      {"unstable", put(whether("stop", {"warn", "stop"}), &O::stability, &StabilityLimits::stops)},
      {"states", put(a_word({"both", "d3plot", "vtkhdf"}), &O::states)},
      {"fields", put(Choice{state_fields, words_of_fields()}, &O::fields)},
      {"messag", put(a_word({"all", "root"}), &O::messag)},
      {"binout", put(whether("on", {"on", "off"}), &O::binout)},
      {"io", put(a_word(storage_names()), &O::storage, &Storage::mode)},
      {"io_ranks", put(a_number(1), &O::storage, &Storage::writers)},
      {"io_chunk", put(a_number<Count>(1, most_chunk_rows), &O::storage, &Storage::chunk_rows)},
      {"io_align", put(alignment, &O::storage, &Storage::alignment)},
      {"io_deflate", put(a_number(0, 9), &O::storage, &Storage::deflate)},
      {"io_sync", put(whether("on", {"on", "off"}), &O::storage, &Storage::sync)},
      {"ordering", put(a_word({ordering_names.begin(), ordering_names.end()}), &O::ordering)},
      {"scratch", put(scratch_folders, &O::scratch)},
      {"mat", put(file_name, &O::drive, &DriveOptions::deck)},
      {"material", put(a_number<Id>(1), &O::drive, &DriveOptions::material)},
      {"path", put(a_word({drive_paths.begin(), drive_paths.end()}), &O::drive, &DriveOptions::path)},
      {"form", put(a_word({drive_forms.begin(), drive_forms.end()}), &O::drive, &DriveOptions::form)},
      {"strain", put(strains, &O::drive, &DriveOptions::strains)},
      {"rate", put(rates, &O::drive, &DriveOptions::rates)},
      {"steps", put(a_number(1, 10000000), &O::drive, &DriveOptions::steps)},
      {"copies", put(a_number(1, 1000000), &O::drive, &DriveOptions::copies)},
      {"rhs_block", put(a_number(1, 1024), &O::rhs_block)},
      {"solve_alone", put(a_number(0), &O::solve_alone)},
      {"bits", put(a_word({"same", "off"}), &O::bits)},
      {"vectors", put(a_word({"memory", "files"}), &O::vectors)},
      {"ranks", set_plan_ranks},
      {"threads", put(thread_count, &O::threads)},
      {"ncpu", put(threads_of_ncpu, &O::threads)},
      {"progress", put(progress, &O::progress)},
      {"profile", put(depth, &O::mpi_profile, &MpiProfileOptions::depth)},
      {"latency_us", put(seconds, &O::mpi_profile, &MpiProfileOptions::latency_us)},
      {"noise", set_noise},
      {"rebalance", set_rebalance},
      {"costs", put(Choice{costs_of_things, {"table", "measured"}}, &O::costs)},
      {"contact_margin", put(a_number(0.0, 10.0), &O::contact_margin)},
      {"loadsample", put(a_number<Count>(1), &O::sample_cycles)},
      {"memory", check_words, "memory is allocated as needed"},
      {"memory2", check_words, "memory is allocated as needed"},
      {"para", [](O&, const std::string& key, const std::string& value) { number(key, value, 0); },
       "sums are exact in every mode"},
      {"g", {}, "states are written to d3plot and states.vtkhdf"},
      {"f", {}, "histories are written as ASCII databases"},
      {"x", {}, "output files are not split"},
  };
  return all;
}

const OptionKey& find_key(const std::string& name) {
  std::vector<std::string> names;
  for (const OptionKey& key : keys()) {
    if (key.name == name) return key;
    if (key.name.size() > 1) names.push_back(key.name);  // a single letter is near to every word of two letters
  }
  if (const std::string answer = answer_to(name); !answer.empty()) throw Error(fmt::format("{}=: {}", name, answer));
  const std::string meant = suggestion(name, names, "=");
  throw Error(fmt::format("unknown option '{}='{} 'crumple help' lists all", name, meant.empty() ? ":" : meant));
}

/// Of several files the last would be taken, whose name may be a slip.
void refuse_second_file(const Options& options, const std::string& name, const std::string& value) {
  const std::string first = name == "i"   ? options.deck
                            : name == "r" ? options.restart
                            : name == "p" ? options.pfile
                                          : "";
  if (!first.empty()) throw Error(fmt::format("{}={}: there is a file already, '{}'", name, value, first));
}

/// Error for a word that is neither a command nor a file.
[[noreturn]] void refuse_word(const std::string& word) {
  if (const std::string answer = answer_to(lower(word)); !answer.empty())
    throw Error(fmt::format("'{}': {}", word, answer));
  if (word.find_first_of("./") != word.npos) throw Error(fmt::format("'{}': cannot read this deck", word));
  throw Error(fmt::format("'{}': expected a deck, key=value, or one of {}", word, fmt::join(command_names(), ", ")));
}

/// The command of a word without a value; empty if it is none.
std::string command_of(const std::string& word) {
  if (word == "-h" || word == "--help") return "help";
  if (word == "--version") return "version";
  return std::ranges::find(command_names(), word) != command_names().end() ? word : "";
}
/// Whether a command prints a text and takes no options.
bool only_prints(const std::string& command) {
  return command != "check" && command != "plan" && command != "drive";
}

}  // namespace

const std::vector<std::string>& command_names() {
  static const std::vector<std::string> names = {"check",    "plan", "drive", "info",      "version",
                                                 "keywords", "help", "man",   "completion"};
  return names;
}

std::vector<OptionName> option_names() {
  std::vector<OptionName> names;
  for (const OptionKey& key : keys()) names.push_back({key.name, key.set.choices});
  return names;
}

Options parse_options(const std::vector<std::string>& arguments) {
  Options options;
  options.command = arguments.empty() ? "help" : "run";
  for (const std::string& argument : arguments) {
    options.command_line += (options.command_line.empty() ? "" : " ") + argument;
    const auto equals = argument.find('=');
    std::error_code absent;
    if (equals == std::string::npos) {
      if (const std::string command = command_of(lower(argument)); !command.empty()) {
        options.command = command;
        if (only_prints(command)) return options;
      } else if (options.deck.empty() && std::filesystem::is_regular_file(argument, absent)) {
        options.deck = argument;
      } else if (!options.deck.empty() && std::filesystem::is_regular_file(argument, absent)) {
        throw Error(fmt::format("'{}': there is a deck already, '{}'", argument, options.deck));
      } else {
        refuse_word(argument);
      }
      continue;
    }
    const OptionKey& key = find_key(lower(argument.substr(0, equals)));
    const std::string value = argument.substr(equals + 1);
    refuse_second_file(options, key.name, value);
    if (key.set) key.set(options, key.name, value);
    if (!key.note.empty()) options.notes.push_back(fmt::format("{}= has no effect: {}", key.name, key.note));
  }
  if (options.command == "drive" && (options.drive.deck.empty() || options.drive.strains.empty()))
    throw Error("nothing to drive: give mat=FILE and strain=X or strain=X,Y,...");
  if (options.command != "drive" && !options.drive.deck.empty()) throw Error("mat= is for 'crumple drive'");
  if (options.device != "none" && options.isa != "auto")
    throw Error(fmt::format("isa={}: expected auto, as device={} has its own kernels", options.isa, options.device));
  if (options.command == "check" && options.deck.empty()) throw Error("no deck to check: give i=FILE");
  const bool has_model = !options.deck.empty() || !options.restart.empty();
  if (options.command == "plan" && (!has_model || options.plan_ranks.empty()))
    throw Error("nothing to plan: give i=FILE, or r=FILE for a dump, and ranks=N,N,...");
  if (options.storage.writers > 0 && options.storage.mode != "aggregated")
    throw Error(fmt::format("io_ranks= is for io=aggregated, not for io={}", options.storage.mode));
  if (options.command != "plan" && !options.plan_ranks.empty())
    throw Error("ranks= is for 'crumple plan'; mpirun -np N gives a run its ranks");
  if (options.command == "run" && !has_model)
    throw Error("no deck: give i=FILE, or r=FILE to restart from a dump, or see 'crumple help'");
  return options;
}

}  // namespace crumple
