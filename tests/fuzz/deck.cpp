// Keyword decks: read as they are, with substitutes, surveyed, and as restart decks of a small model.
#include "deck/read.hpp"
#include "deck/survey.hpp"
#include "tests/fuzz/target.hpp"

using namespace crumple;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string& path = test::file_of(data, size);
  for (const bool substitutes : {false, true}) {
    test::expect_only_errors([&] { read_deck(path, substitutes); });
    test::expect_only_errors([&] { deck::survey_deck(path, substitutes); });
  }
  static const Model model = [] {
    Model small;
    small.nodes.id = {1, 2};
    small.nodes.position.resize(2);
    small.curves.push_back({5, "", {0, 1}, {0, 1}});
    small.materials.resize(1);
    small.sections.resize(1);
    small.parts.resize(2);
    for (Part& part : small.parts) part.id = 1 + Id(&part - small.parts.data()), part.section = part.material = 0;
    small.contacts.resize(1);
    small.contacts[0].id = 4;
    return small;
  }();
  Restart restart{model, 0.5, terms_of(model), {}};
  test::expect_only_errors([&] { read_restart_deck(path, restart); });
  return 0;
}
