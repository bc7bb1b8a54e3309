// From files to blocks to keywords to the model, in three steps: read all text, resolve ids, check the whole.
#include "deck/read.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>

#include "base/error.hpp"
#include "deck/bodies.hpp"
#include "deck/cases.hpp"
#include "deck/held_motions.hpp"
#include "deck/include.hpp"
#include "deck/layers.hpp"
#include "deck/mesh.hpp"
#include "deck/registry.hpp"
#include "deck/sets.hpp"
#include "deck/substitutes.hpp"
#include "deck/surfaces.hpp"
#include "deck/survey.hpp"
#include "model/weld_strains.hpp"

namespace crumple::deck {
namespace {

namespace fs = std::filesystem;

/// Made once: it takes longer than to read a small deck.
const Registry& known_keywords() {
  static const Registry registry = all_keywords();
  return registry;
}

/// Throws for a file that cannot be a deck, or part of one, whose bytes would give one meaningless error after another.
/// Only the start is examined: titles may contain any characters, but no text begins with these.
void expect_text(const fs::path& path, std::string_view text) {
  const std::string_view head = text.substr(0, 4096);
  const char* found = nullptr;
  if (head.starts_with("\x1f\x8b")) found = "it is compressed (gzip)";
  else if (head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff")) found = "it is UTF-16 text; save it as UTF-8";
  else if (head.starts_with("Crumple dump\n")) found = "it is a dump of a run, for r=";
  else if (head.find('\0') != head.npos) found = "it is a binary file";
  if (found) throw Error(fmt::format("{}: this is not a keyword deck: {}", path.string(), found));
}

/// The same for text without a keyword; a file of *INCLUDE may consist of comments.
void expect_keywords(const fs::path& path, std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  if (text.starts_with('*') || text.find("\n*") != text.npos) return;
  throw Error(fmt::format("{}: this is not a keyword deck: {}", path.string(),
                          text.empty() ? "it is empty" : "no line begins with *"));
}

/// Reads the text of a deck and of the files it includes.
class TextReader {
 public:
  explicit TextReader(Deck& deck) : deck_(deck) {}

  void read_file(const fs::path& path, Format format) {
    deck_.texts.push_back(std::make_unique<MappedFile>(path));
    expect_text(path, deck_.texts.back()->text());
    if (open_.empty()) expect_keywords(path, deck_.texts.back()->text());
    const std::string_view text = deck_.texts.back()->text();
    deck_.model.deck_hash = XXH3_64bits_withSeed(text.data(), text.size(), deck_.model.deck_hash);
    open_.push_back(fs::weakly_canonical(path));
    deck_.parameters.enter();
    BlockReader blocks(text, deck_.log.add_file(path.string(), text));
    Block block;
    while (blocks.next(block, format, deck_.log) && block.name != "END") {
      if (cases_.take(block, deck_)) continue;
      deck_.log.enter(block.where, block.name);
      if (block.name == "KEYWORD" || block.name == "KEYWORD_ID") {
        format = format_of(block, format);
      } else if (block.name == "INCLUDE") {
        const std::vector<FileName> files = file_names(block);
        if (files.empty()) deck_.log.error(block.where, block.name, "", "found no file name, expected one");
        for (const FileName& file : files) include(file, path, format);
      } else if (block.name == "INCLUDE_TRANSFORM") {
        include_placed(block, path, format);
      } else if (block.name == "INCLUDE_PATH" || block.name == "INCLUDE_PATH_RELATIVE") {
        for (const FileName& file : file_names(block)) deck_.include_paths.push_back(path.parent_path() / file.name);
      } else {
        read_block(block);
      }
    }
    if (open_.size() == 1 && block.name.empty()) deck_.log.throw_if_failed();  // not followed by all that is missing
    open_.pop_back();
    deck_.parameters.leave();
  }

  /// What is left when all text has been read: materials and sections of unknown kinds, which matter if a part has
  /// them.
  void finish() {
    cases_.finish(deck_);
    for (const auto& [block, offsets] : unknown_definitions_) {
      const bool is_material = block.name.starts_with("MAT_");
      Cards cards(block, *deck_.keywords.insert(block.name).first, definition_forms, deck_.parameters, *offsets,
                  deck_.log);
      if (block.name.ends_with("_TITLE")) cards.next_text();
      const Id id = cards.shift(cards.next(definition_card).id("ID"), is_material ? IdOf::material : IdOf::other);
      if ((is_material ? deck_.used_materials : deck_.used_sections).contains(id)) {
        read_unknown(block);
      } else {
        deck_.log.warn(block.where, block.name.substr(0, longest_shown), "",
                       fmt::format("this keyword is not supported, but no part has {} {}",
                                   is_material ? "material" : "section", id));
      }
    }
  }
  bool met_unknown() const { return met_unknown_; }

 private:
  /// LONG=Y (or K) makes all fields 20 columns wide; LONG=S keeps the standard ones; I10=Y widens ids.
  static Format format_of(const Block& block, Format otherwise) {
    std::string remark = block.remark;
    std::erase(remark, ' ');
    if (remark.find("LONG=Y") != remark.npos || remark.find("LONG=K") != remark.npos) return Format::wide;
    if (remark.find("LONG=") != remark.npos) return Format::standard;
    if (remark.find("I10=Y") != remark.npos) return Format::i10;
    return otherwise;
  }

  void include(const FileName& file, const fs::path& from, Format format) {
    if (open_.size() >= deepest_include) {
      deck_.log.error(file.where, "INCLUDE", "", fmt::format("files are nested more than {} deep", deepest_include));
      return;
    }
    const fs::path path = find_file(deck_, from.parent_path(), file.name);
    if (path.empty()) {
      deck_.log.error(file.where, "INCLUDE", "", fmt::format("file \"{}\" is not found", file.name));
      return;
    }
    if (std::find(open_.begin(), open_.end(), fs::weakly_canonical(path)) != open_.end()) {
      deck_.log.error(file.where, "INCLUDE", "",
                      fmt::format("circular include: \"{}\" is being read already", file.name));
      return;
    }
    read_file(path, format);
  }

  /// A file of *INCLUDE_TRANSFORM.
  void include_placed(const Block& block, const fs::path& from, Format format) {
    const std::vector<FileName> files = file_names(block);
    if (files.empty()) return deck_.log.error(block.where, block.name, "", "found no file name, expected one");
    Cards cards = cards_of(block, include_transform_cards());
    const std::optional<Placement> placement = read_placement(cards, deck_);
    if (!placement) return;
    const Placement* outer = deck_.placement;
    deck_.placement = &deck_.placements.emplace_back(*placement);
    include(files.front(), from, format);
    deck_.placement = outer;
  }

  Cards cards_of(const Block& block, std::span<const CardForm> forms) {
    const std::string& name = *deck_.keywords.insert(block.name).first;
    return {block, name, forms, deck_.parameters, deck_.placement->ids, deck_.log};
  }

  /// Geometry that a transformed file may not have, for it would stay where it is.
  void expect_movable(const Block& block) {
    constexpr std::string_view fixed[] = {"RIGIDWALL_", "DEFINE_BOX", "DEFINE_SD_ORIENTATION",
                                          "DATABASE_CROSS_SECTION_PLANE"};
    const bool is_fixed = block.name.ends_with("_INERTIA") || std::ranges::any_of(fixed, [&](std::string_view start) {
                            return block.name.starts_with(start);
                          });
    if (is_fixed)
      deck_.log.error(block.where, block.name, "",
                      "it stands in a file that *INCLUDE_TRANSFORM moves (TRANID), but can't be moved");
  }

  void read_block(const Block& block) {
    if (block.text.starts_with("-----BEGIN PGP"))
      return deck_.log.error(block.where, block.name, "", "the cards are encrypted: LS-DYNA alone can read them");
    if (deck_.placement->motion != Motion{}) expect_movable(block);
    const Registry::Match match = registry_.find(block.name);
    const bool is_known_here = !match.keyword || deck_.restart || !match.keyword->only_in_restart;
    if (deck_.restart && !(match.keyword && match.keyword->in_restart)) {
      deck_.log.error(block.where, block.name.substr(0, longest_shown), "",
                      "a restart cannot change this; expected *CONTROL_TERMINATION, *DATABASE_... with an interval, " +
                          names_of_changes());
    } else if (!is_known_here) {
      deck_.log.error(block.where, block.name, "", "it is for the deck of a restart, beside r=");
    } else if (match.keyword && match.keyword->reader) {
      Cards cards = cards_of(block, match.keyword->cards);
      if (match.has_title_before) cards.next_text();
      match.keyword->reader(cards, match.options, deck_);
    } else if (match.keyword || registry_.in_ignored_family(block.name)) {
      deck_.log.ignore(block.name);
    } else if ((block.name.starts_with("MAT_") && !block.name.starts_with("MAT_ADD_")) ||
               block.name.starts_with("SECTION_")) {
      unknown_definitions_.push_back({block, &deck_.placement->ids});
    } else {
      read_unknown(block);
    }
  }

  void read_unknown(const Block& block) {
    const std::string name = block.name.substr(0, longest_shown);
    std::string kind = nearest_kind(registry_, name);
    const bool is_law = name.starts_with("MAT_") && !name.starts_with("MAT_ADD_");
    const std::string instead = !kind.empty() ? "read as *" + kind : is_law ? "read as *MAT_ELASTIC" : "left out";
    if (!deck_.log.replace(block.where, name, "", why_unknown(name), instead)) {
      met_unknown_ = true;
    } else if (!kind.empty()) {
      Block known = block;
      known.name = kind;
      read_block(known);
    } else if (is_law && !read_as_elastic(block, deck_)) {
      deck_.log.error(block.where, name, "", "its first card has no density and Young's modulus (MID, RO, E, PR)");
    }
  }

  /// "*CHANGE_..., *DELETE_...".
  std::string names_of_changes() const {
    std::vector<std::string> names;
    for (const auto& [name, keyword] : registry_.keywords())
      if (keyword.only_in_restart) names.push_back("*" + name);
    return fmt::format("{}", fmt::join(names, ", "));
  }

  std::string why_unknown(const std::string& name) const {
    if (const std::string physics = registry_.refused_family_of(name); !physics.empty())
      return fmt::format("this asks for {}, which this program does not compute", physics);
    const std::string nearest = registry_.nearest(name);
    return "this keyword is not supported" + (nearest.empty() ? "" : "; the most similar one that is: *" + nearest);
  }

  /// A block and the offsets of its file.
  struct UnknownDefinition {
    Block block;
    const IdOffsets* offsets;
  };
  static constexpr Field definition_card[] = {id(IdOf::varies, "ID", "number"), text("", "the rest", 70)};
  static constexpr CardForm definition_forms[] = {{"1", definition_card}};
  static constexpr std::size_t deepest_include = 100;
  static constexpr std::size_t longest_shown = Diagnostics::longest_shown;
  Deck& deck_;
  const Registry& registry_ = known_keywords();
  Cases cases_;
  std::vector<UnknownDefinition> unknown_definitions_;
  std::vector<fs::path> open_;  ///< files being read, outermost first
  bool met_unknown_ = false;
};

void expect_something(Deck& deck) {
  if (deck.nodes.empty()) deck.log.error({}, "NODE", "", "the deck has no nodes");
  if (deck.shells.empty() && deck.solids.empty() && deck.beams.empty() && deck.springs.empty() &&
      deck.masses.size() == 0)
    deck.log.error({}, "ELEMENT", "", "the deck has no elements, expected *ELEMENT_SHELL or *ELEMENT_SOLID");
  double& end_time = deck.model.control.end_time;
  if (deck.end_time) end_time = end_time > 0 ? end_time : *deck.end_time;
  else if (!deck.defaults.has_termination)
    deck.log.error({}, "CONTROL_TERMINATION", "ENDTIM",
                   "the deck has no end time, expected this keyword, or endtime= on the command line");
}

void finish_tables(Deck& deck) {
  Diagnostics& log = deck.log;
  deck.hourglasses.add(0, deck.defaults.hourglass, {}, "CONTROL_HOURGLASS");
  for (auto* sets :
       {&deck.node_sets, &deck.part_sets, &deck.shell_sets, &deck.solid_sets, &deck.beam_sets, &deck.segment_sets})
    sets->finish(log, unite_collected);
  deck.masses.finish(log);
  deck.belt_sensors.finish(log);
  deck.frictions.finish(log);
  deck.charges.finish(log);
  deck.sensors.finish(log);
  deck.sensor_switches.finish(log);
  deck.parts.finish(log);
  deck.sections.finish(log);
  deck.materials.finish(log);
  deck.equations_of_state.finish(log);
  deck.hourglasses.finish(log);
  deck.beam_rules.finish(log);
  deck.shell_rules.finish(log);
  deck.curves.finish(log);
  deck.curve_tables.finish(log);
  deck.frames.finish(log);
  deck.boxes.finish(log);
  deck.vectors.finish(log);
  deck.spring_directions.finish(log);
  for (Index t = 0; t < deck.curve_tables.size(); ++t)
    if (deck.curves.find(deck.curve_tables.id(t)) != none)
      log.error(deck.curve_tables.where(t), deck.curve_tables.keyword(t), "TBID",
                fmt::format("{} is the id of a curve and of a table", deck.curve_tables.id(t)));
}

/// From here on, ids have become positions in the model's arrays.
void move_tables(Deck& deck) {
  deck.parts.move_to(deck.model.parts);
  deck.sections.move_to(deck.model.sections);
  deck.materials.move_to(deck.model.materials);
  deck.hourglasses.move_to(deck.model.hourglasses);
  deck.curves.move_to(deck.model.curves);
  deck.frames.move_to(deck.model.frames);
}

/// Parts without section or material, which are errors, get an empty one, so that a survey can go on.
void complete_parts(Model& model) {
  const auto complete = [](Index& own, auto& all) {
    if (own != none) return;
    own = Index(all.size());
    all.emplace_back();
  };
  for (Part& part : model.parts) {
    complete(part.section, model.sections);
    complete(part.material, model.materials);
  }
}

/// One entry for each node and frame, ascending.
void merge_constraints(std::vector<SinglePointConstraint>& constraints) {
  std::sort(constraints.begin(), constraints.end(),
            [](const auto& a, const auto& b) { return std::tie(a.node, a.frame) < std::tie(b.node, b.frame); });
  std::vector<SinglePointConstraint> merged;
  for (const SinglePointConstraint& c : constraints) {
    if (!merged.empty() && merged.back().node == c.node && merged.back().frame == c.frame) {
      merged.back().dof = DofMask(merged.back().dof | c.dof);
    } else {
      merged.push_back(c);
    }
  }
  constraints = std::move(merged);
}

void resolve_ids(Deck& deck) {
  expect_something(deck);
  finish_tables(deck);
  deck.run(Phase::tables);
  deck.run(Phase::definitions);
  build_mesh(deck);
  deck.log.end_stage();
  move_tables(deck);
  complete_parts(deck.model);
  deck.run(Phase::moves);
  check_shapes(deck);
  deck.run(Phase::frames);
  start_rigid_bodies(deck);
  deck.run(Phase::bodies);
  check_element_forms(deck);
  give_shells_sections(deck);
  deck.run(Phase::merging);
  finish_rigid_bodies(deck);
  deck.masses.move_to(deck.model.masses);
  deck.run(Phase::conditions);
  deck.run(Phase::belts);
  find_weld_strains(deck.model);
  deck.run(Phase::results);
  deck.run(Phase::switches);
  settle_part_friction(deck);
  deck.log.throw_if_failed();
  deck.model.part_sets = sound_part_sets(deck);
  merge_constraints(deck.model.constraints);
  deck.model.warnings = release_held_motions(deck.model);
  make_unique(deck.model.output.history_nodes);
}

/// A value that is not 0 takes the place of another.
template <class T>
void replace(T& value, const T& by) {
  if (by != T{}) value = by;
}
template <class T>
void replace(std::map<std::string, T>& values, const std::map<std::string, T>& by) {
  for (const auto& [name, value] : by) replace(values[name], value);
}

}  // namespace
}  // namespace crumple::deck

namespace crumple {

Model read_deck(const std::filesystem::path& file, bool substitutes, const std::optional<double>& end_time,
                const std::optional<Id>& chosen_case) {
  deck::Deck all;
  all.file = file;
  all.end_time = end_time;
  all.chosen_case = chosen_case;
  all.log.follow({.substitutes = substitutes});
  deck::TextReader reader(all);
  reader.read_file(file, deck::Format::standard);
  reader.finish();
  if (reader.met_unknown()) all.log.throw_if_failed();
  deck::resolve_ids(all);
  for (std::string& warning : all.log.warnings()) all.model.warnings.push_back(std::move(warning));
  return std::move(all.model);
}

std::vector<std::string> read_restart_deck(const std::filesystem::path& file, Restart& restart) {
  deck::Deck all;
  all.file = file;
  all.restart = &restart;
  RunTerms& terms = restart.terms;
  deck::TextReader(all).read_file(file, deck::Format::standard);
  all.log.throw_if_failed();
  const Control& control = all.model.control;
  deck::replace(terms.end_time, control.end_time);
  all.model.control.end_time = terms.end_time;  // on which an interval may depend
  all.run(deck::Phase::conditions);
  all.log.throw_if_failed();
  deck::replace(terms.end_cycle, control.end_cycle);
  deck::replace(terms.minimum_dt_factor, control.minimum_dt_factor);
  deck::replace(terms.energy_change_limit, control.energy_change_limit);
  deck::replace(terms.added_mass_limit, control.added_mass_limit);
  deck::replace(terms.intervals, all.model.output.intervals);
  deck::replace(terms.dump_cycles, all.model.output.dump_cycles);
  return all.log.warnings();
}

namespace deck {

Survey survey_deck(const std::filesystem::path& file, bool substitutes, const std::optional<double>& end_time,
                   const std::optional<Id>& chosen_case) {
  Deck all;
  all.file = file;
  all.end_time = end_time;
  all.chosen_case = chosen_case;
  all.log.follow({.substitutes = substitutes, .surveys = true});
  TextReader reader(all);
  Survey survey;
  try {
    reader.read_file(file, Format::standard);
    reader.finish();
    survey.count(all);
    resolve_ids(all);
    survey.is_complete = !all.log.failed();
  } catch (const Error& error) {
    if (!all.log.failed()) survey.failure = error.what();
  }
  survey.log = std::move(all.log);
  survey.model = std::move(all.model);
  return survey;
}

}  // namespace deck

}  // namespace crumple
