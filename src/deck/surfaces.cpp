#include "deck/surfaces.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "deck/sets.hpp"
#include "model/surface.hpp"

namespace crumple::deck {
namespace {

/// Parts by flag for the types that name parts.
std::vector<bool> flags_of_parts(Deck& deck, const Card& card, const SideFields& fields, int type) {
  const std::size_t n = deck.model.parts.size();
  if (type == 5) return std::vector<bool>(n, true);
  std::vector<bool> flags(n, type == 6);
  std::vector<Index> parts;
  if (type == 3) {
    const Index part = deck.find(deck.parts, card, fields.id);
    if (part != none) parts = {part};
  } else {
    parts = parts_of_set(deck, card, fields.id);
  }
  for (const Index p : parts) flags[p] = type != 6;
  return flags;
}

/// Finds the element behind a face: the first shell that has all its nodes, or the first solid of which it is a face,
/// of two the one from which it points outward as it is given. Faces of solids are turned outward.
class ElementFinder {
 public:
  explicit ElementFinder(const Model& model)
      : model_(model), shells_(model.nodes.id.size()), solids_(model.nodes.id.size()) {
    for (std::size_t s = 0; s < model.shells.size(); ++s)
      for (const Index n : model.shells[s].nodes) shells_[n].push_back(Index(s));
    for (std::size_t s = 0; s < model.solids.size(); ++s)
      for (const Index n : model.solids[s].nodes) solids_[n].push_back(Index(s));
  }
  ContactSegment find(const std::array<Index, 4>& nodes) const {
    const auto has_all = [&nodes](const auto& element) {
      return std::all_of(nodes.begin(), nodes.end(), [&](Index n) {
        return std::find(element.nodes.begin(), element.nodes.end(), n) != element.nodes.end();
      });
    };
    ContactSegment segment{nodes, none, none};
    for (const Index s : shells_[nodes[0]])
      if (segment.shell == none && has_all(model_.shells[s])) segment.shell = s;
    return segment.shell != none ? segment : find_solid(nodes);
  }
  /// The same, whether or not there is a shell.
  ContactSegment find_solid(const std::array<Index, 4>& nodes) const {
    ContactSegment segment{nodes, none, none};
    bool is_as_given = false;
    for (const Index s : solids_[nodes[0]]) {
      const auto face = outward_face(model_.solids[s], nodes);
      if (!face || is_as_given) continue;
      is_as_given = std::ranges::find(nodes, (*face)[1]) < std::ranges::find(nodes, (*face)[2]);
      if (is_as_given || segment.solid == none) segment = {*face, none, s};
    }
    return segment;
  }

 private:
  const Model& model_;
  std::vector<std::vector<Index>> shells_, solids_;  // by node
};

/// The segments of a set with the elements that `find` finds; an error if there is none.
std::vector<ContactSegment> found_segments(Deck& deck, const Card& card, std::string_view field, const char* what,
                                           ContactSegment (ElementFinder::*find)(const std::array<Index, 4>&) const) {
  std::vector<ContactSegment> found;
  const auto segments = segments_of_set(deck, card, field);
  if (deck.log.failed()) return found;
  const ElementFinder finder(deck.model);
  for (const auto& nodes : segments) {
    const ContactSegment segment = (finder.*find)(nodes);
    if (segment.shell == none && segment.solid == none) {
      card.error(field, "segment {} of segment set {} is no face of {}", found.size() + 1, card.id(field), what);
      return found;
    }
    found.push_back(segment);
  }
  return found;
}

ContactSurface surface_of_segments(Deck& deck, const Card& card, const SideFields& fields) {
  ContactSurface surface;
  surface.segments = found_segments(deck, card, fields.id, "an element", &ElementFinder::find);
  return surface;
}

void keep_inside(const Model& model, const Box& box, ContactSurface& surface) {
  const auto inside = [&](Index n) { return box.contains(model.nodes.position[n]); };
  const bool by_faces = !surface.segments.empty();
  std::erase_if(surface.segments,
                [&](const ContactSegment& s) { return !std::all_of(s.nodes.begin(), s.nodes.end(), inside); });
  std::erase_if(surface.nodes, [&](Index n) { return !inside(n); });
  if (by_faces) collect_nodes(surface);
}

}  // namespace

std::vector<ContactSegment> solid_faces_of_set(Deck& deck, const Card& card, std::string_view field) {
  return found_segments(deck, card, field, "a solid", &ElementFinder::find_solid);
}

ContactSurface surface_of_field(Deck& deck, const Card& card, const SideFields& fields, bool single_surface,
                                Erosion erosion) {
  int type = card.integer(fields.type);
  if (single_surface && card.id(fields.id) == 0) type = 5;
  ContactSurface surface;
  switch (type) {
    case 0:
      surface = surface_of_segments(deck, card, fields);
      break;
    case 1:
      for (const Index s : shells_of_set(deck, card, fields.id))
        surface.segments.push_back({deck.model.shells[s].nodes, s, none});
      break;
    case 2:
    case 3:
    case 5:
    case 6:
      surface = erosion == Erosion::none
                    ? surface_of_parts(deck.model, flags_of_parts(deck, card, fields, type))
                    : eroding_surface_of_parts(deck.model, flags_of_parts(deck, card, fields, type),
                                               erosion == Erosion::of_free_faces);
      break;
    case 4:
      surface.nodes = nodes_of_set(deck, card, fields.id);
      break;
    default:
      card.error(fields.type, "found {}, expected 0 to 6", type);
  }
  if (!surface.segments.empty()) collect_nodes(surface);
  const Index box = deck.find_optional(deck.boxes, card, fields.box);
  if (box != none) keep_inside(deck.model, deck.boxes[box], surface);
  return surface;
}

void add_beam_nodes(Deck& deck, const Card& card, const SideFields& fields, BeamsOfSide which,
                    ContactSurface& surface) {
  const int type = card.id(fields.id) == 0 ? 5 : card.integer(fields.type);  // of a single surface: all
  if (deck.model.beams.empty() || (type != 2 && type != 3 && type != 5 && type != 6)) return;
  const std::vector<bool> flags = flags_of_parts(deck, card, fields, type);
  ContactSurface beams;
  const auto is_meant = [&](const Beam& beam) {
    const int form = deck.model.sections[deck.model.parts[beam.part].section].element_form;
    return flags[beam.part] && (which == BeamsOfSide::all || (form != 6 && form != 9));
  };
  for (const Beam& beam : deck.model.beams)
    if (is_meant(beam)) beams.nodes.insert(beams.nodes.end(), beam.nodes.begin(), beam.nodes.end());
  const Index box = deck.find_optional(deck.boxes, card, fields.box);
  if (box != none) keep_inside(deck.model, deck.boxes[box], beams);
  surface.nodes.insert(surface.nodes.end(), beams.nodes.begin(), beams.nodes.end());
  make_unique(surface.nodes);
}

void settle_part_friction(Deck& deck) {
  const int by_part = deck.defaults.contacts_by_part;
  bool any = false;
  for (Part& part : deck.model.parts) {
    if (!part.contact) continue;
    PartContact& own = *part.contact;
    any |= own.friction_static != 0 || own.friction_dynamic != 0;
    if (by_part == 0) own.friction_static = own.friction_dynamic = own.friction_decay = 0;
  }
  if (!any) return;
  if (by_part == 0)
    deck.log.warn({}, "PART_CONTACT", "FS", "friction by part is used in contacts with FS = -1 only; there is none");
  else if (by_part < int(deck.model.contacts.size()))
    deck.log.error(deck.defaults.contact_by_part, "CONTACT", "FS",
                   "found -1 (friction by part) in some contacts only; expected it in all or in none");
}

}  // namespace crumple::deck
