#include "decomp/methods/methods.hpp"
#include "decomp/pfile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/nearest_word.hpp"
#include "decomp/partition.hpp"
#include "decomp/pfile_sections.hpp"

namespace crumple {
namespace {

/// Words that are LS-DYNA's own business, and how many values follow.
struct Ignored {
  const char* section;
  const char* name;
  int n_values;
};
constexpr Ignored without_effect[] = {
    {"general", "nodump", 0},           {"general", "nod3dump", 0},     {"general", "nofull", 0},
    {"general", "runrsfonly", 0},       {"general", "nobeamout", 0},    {"general", "nofail", 0},
    {"general", "swapbytes", 0},        {"general", "dboutonly", 0},    {"general", "binoutonly", 0},
    {"general", "lstc_reduce", 0},      {"general", "notiedio", 0},     {"directory", "repository", 1},
    {"directory", "transfer_files", 0}, {"directory", "rmlocal", 0},    {"decomposition", "outdecomp", 1},
    {"decomposition", "dunreflc", 0},   {"decomposition", "dcmem", 1},  {"decomposition", "aledist", 0},
    {"decomposition", "bagref", 0},     {"decomposition", "elcost", 1}, {"decomposition", "automatic", 0},
    {"contact", "groupable", 1},
};

const std::vector<std::string> sections = {"contact", "decomposition", "directory", "general"};

using Read = std::function<void(const Token& option, TokenReader& tokens)>;

class Parser {
 public:
  explicit Parser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  Pfile parse() {
    while (!tokens_.done()) {
      const std::string section = section_of(tokens_.next("a section"));
      tokens_.expect("{");
      while (!tokens_.take("}")) {
        read_option(section, tokens_.next("an option of " + section + " or '}'"));
        tokens_.take(",");
      }
    }
    const CostOptions& costs = pfile_.decomposition.costs;
    if (timing_ && (costs.timing_start == 0 || costs.timing_end <= costs.timing_start))
      TokenReader::fail(*timing_, fmt::format("timing_start {} and timing_end {}: expected both, the second greater",
                                              costs.timing_start, costs.timing_end));
    // each listed interface is taken before the regions, whatever the order of the words
    auto& regions = pfile_.decomposition.regions;
    regions = std::move(isolated_);
    regions.insert(regions.end(), distributed_.begin(), distributed_.end());
    regions.insert(regions.end(), regions_.begin(), regions_.end());
    const std::string& method = pfile_.decomposition.method;
    const NamedMethod* known = find_method(method);
    if (transforms_ && known && !known->sees_places)
      pfile_.ignored.push_back(fmt::format("pfile: transformations do not act on the method {}", method));
    if (!ignored_.empty())
      pfile_.ignored.push_back(
          fmt::format("pfile: ignored, as they have no effect here: {}", fmt::join(ignored_, ", ")));
    return std::move(pfile_);
  }

 private:
  static std::string section_of(const Token& name) {
    std::vector<std::string> matches;
    std::copy_if(sections.begin(), sections.end(), std::back_inserter(matches),
                 [&](const std::string& s) { return s.starts_with(name.lower); });
    if (matches.size() != 1)
      TokenReader::fail(name, fmt::format("'{}' is {} section, expected one of {}", name.text,
                                          matches.empty() ? "no" : "more than one", fmt::join(sections, ", ")));
    return matches.front();
  }

  void read_option(const std::string& section, const Token& option) {
    if (section == "directory" && option.lower == "global") {
      pfile_.global_directory = tokens_.word("global");
      return;
    }
    if (section == "directory" && option.lower == "local") {
      pfile_.local_directory = tokens_.word("local");
      return;
    }
    if (section == "decomposition") {
      if (read_transformation(option, tokens_, pfile_.decomposition.transformation)) {
        transforms_ = true;
        return;
      }
      if (const auto read = decomposition_.find(option.lower); read != decomposition_.end())
        return read->second(option, tokens_);
    }
    for (const Ignored& known : without_effect)
      if (section == known.section && option.lower == known.name) {
        for (int k = 0; k < known.n_values; ++k) tokens_.word(option.lower);
        ignored_.insert(fmt::format("{} {{ {} }}", section, option.lower));
        return;
      }
    const std::vector<std::string> known = options_of(section);
    TokenReader::fail(option, fmt::format("'{}' is no option of {}{}", option.text, section,
                                          suggestion(option.lower, known)));
  }

  std::vector<std::string> options_of(const std::string& section) const {
    std::vector<std::string> known;
    if (section == "directory") known = {"global", "local"};
    if (section == "decomposition") {
      known = transformation_words();
      for (const auto& [name, read] : decomposition_) known.push_back(name);
    }
    for (const Ignored& ignored : without_effect)
      if (section == ignored.section) known.push_back(ignored.name);
    return known;
  }

  void read_method(TokenReader& tokens) {
    const Token& name = tokens.next("a method");
    const std::vector<std::string> known = method_names();
    if (std::find(known.begin(), known.end(), name.lower) == known.end())
      TokenReader::fail(name, fmt::format("method: found '{}', expected one of {}", name.text, fmt::join(known, ", ")));
    if (std::exchange(has_method_, true))
      TokenReader::fail(name, fmt::format("method: there is one already, '{}'", pfile_.decomposition.method));
    pfile_.decomposition.method = name.lower;
  }

  static CostAdjustment read_adjustment(const Token& option, TokenReader& tokens) {
    CostAdjustment adjustment{tokens.integer(option.lower, 1), 1, 0, option.where};
    adjustment.factor = tokens.positive(option.lower);
    adjustment.added = tokens.number(option.lower);
    return adjustment;
  }

  static ContactCost read_contact_cost(const Token& option, TokenReader& tokens) {
    ContactCost cost{tokens.number("contactcost"), {}, option.where};
    if (cost.factor < 0)
      TokenReader::fail(option, fmt::format("contactcost: found {}, expected a factor of at least 0", cost.factor));
    if (tokens.next_is_number()) cost.contacts = tokens.ids("contactcost");
    return cost;
  }

  static RebalanceOptions read_rebalance(TokenReader& tokens) {
    RebalanceOptions r;
    r.every_cycles = tokens.integer("rebalance (NCYCLE)", 1);
    r.current_coordinates = tokens.integer("rebalance (ICOOR)", 0, 1) == 0;
    r.measured_cost = tokens.integer("rebalance (ICOST)", 0, 1) == 0;
    r.threshold = tokens.number("rebalance (THRES)");
    return r;
  }

  /// Its numbers are checked all the same, for a deck that another code is to run.
  void skip_redecomposition(TokenReader& tokens) {
    tokens.number("redecomposition (FREQ)");
    tokens.integer("redecomposition (DEFGEO)", 0, 1);
    for (const char* name : {"WEIGHT", "STIME", "SAMPT"}) tokens.number(fmt::format("redecomposition ({})", name));
    pfile_.ignored.push_back("pfile: redecomposition is ignored; rebalance spreads the load anew during a run");
  }

  TokenReader tokens_;
  Pfile pfile_;
  std::vector<Region> isolated_, distributed_, regions_;
  std::set<std::string> ignored_;
  bool has_method_ = false, transforms_ = false;
  std::optional<Token> timing_;  // the last word of timing_start and timing_end
  const std::map<std::string, Read> decomposition_ = {
      {"method", [this](const Token&, TokenReader& t) { read_method(t); }},
      {"constraints",
       [this](const Token&, TokenReader& t) {
         pfile_.decomposition.n_constraints = int(t.integer("constraints", 1, 3));
       }},
      {"passes",
       [this](const Token&, TokenReader& t) { pfile_.decomposition.n_passes = int(t.integer("passes", 0, 100)); }},
      {"numproc",
       [this](const Token& o, TokenReader& t) {
         pfile_.decomposition.n_ranks = int(t.integer("numproc", 1, 1 << 24)),
         pfile_.decomposition.n_ranks_where = o.where;
       }},
      {"file",
       [this](const Token& o, TokenReader& t) {
         pfile_.decomposition.file = t.word("file");
         pfile_.decomposition.file_where = o.where;
       }},
      {"rcblog",
       [this](const Token& o, TokenReader& t) {
         pfile_.decomposition.rcb_log = t.word("rcblog");
         pfile_.decomposition.rcb_log_where = o.where;
       }},
      {"show", [this](const Token&, TokenReader&) { pfile_.decomposition.show = true; }},
      {"vspeed", [this](const Token&, TokenReader&) { pfile_.decomposition.measure_speed = true; }},
      {"silist",
       [this](const Token& o, TokenReader& t) {
         for (const Id id : t.ids("silist")) isolated_.push_back(region_of_contact(id, Grouping::lumped, o.where));
       }},
      {"sidist",
       [this](const Token& o, TokenReader& t) {
         for (const Id id : t.ids("sidist")) distributed_.push_back(region_of_contact(id, Grouping::spread, o.where));
       }},
      {"region", [this](const Token& o, TokenReader& t) { regions_.push_back(read_region(o.where, t)); }},
      {"timing_start",
       [this](const Token& o, TokenReader& t) {
         pfile_.decomposition.costs.timing_start = t.integer("timing_start", 1);
         timing_ = o;
       }},
      {"timing_end",
       [this](const Token& o, TokenReader& t) {
         pfile_.decomposition.costs.timing_end = t.integer("timing_end", 1);
         timing_ = o;
       }},
      {"timing_file",
       [this](const Token& o, TokenReader& t) {
         pfile_.decomposition.costs.timing_file = t.word("timing_file"),
         pfile_.decomposition.costs.timing_file_where = o.where;
       }},
      {"partcost",
       [this](const Token& o, TokenReader& t) { pfile_.decomposition.costs.parts.push_back(read_adjustment(o, t)); }},
      {"matcost", [this](const Token& o,
                         TokenReader& t) { pfile_.decomposition.costs.materials.push_back(read_adjustment(o, t)); }},
      {"contactcost",
       [this](const Token& o, TokenReader& t) {
         pfile_.decomposition.costs.contacts.push_back(read_contact_cost(o, t));
       }},
      {"rebalance", [this](const Token&, TokenReader& t) { pfile_.decomposition.rebalance = read_rebalance(t); }},
      {"redecomposition", [this](const Token&, TokenReader& t) { skip_redecomposition(t); }},
  };
};

/// Not a control character but those that end lines or stand between words.
bool is_of_text(char c) { return std::uint8_t(c) >= ' ' || c == '\t' || c == '\r' || c == '\f'; }

}  // namespace

Pfile read_pfile(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw Error(fmt::format("p={}: cannot open the pfile", path));
  std::vector<Token> tokens;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    if (!std::ranges::all_of(line, is_of_text)) throw Error(fmt::format("p={}: is no text, expected a pfile", path));
    append_tokens(line, {path, ++number, 0, ""}, tokens);
  }
  if (file.bad()) throw Error(fmt::format("p={}: cannot read the pfile", path));
  return Parser(std::move(tokens)).parse();
}

Pfile read_pfile(const std::vector<PfileLine>& lines) {
  std::vector<Token> tokens;
  for (const PfileLine& line : lines) append_tokens(line.text, {line.file, line.line, 0, line.keyword}, tokens);
  return Parser(std::move(tokens)).parse();
}

}  // namespace crumple
