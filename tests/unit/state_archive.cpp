// Records of numbered things in a saved state: named once, saved by their owners, loaded by whoever has them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.hpp"
#include "comm/planned_ranks.hpp"
#include "physics/state/state_archive.hpp"

namespace crumple::test::state_archive {
namespace {

struct Thing {
  double way = 0;
  std::vector<int> list;
};

/// Three things on two ranks, which share the second one; the lower rank owns it.
struct Things {
  Numbered numbers;
  std::vector<Thing> here;

  explicit Things(int rank) {
    numbers.count = 3;
    for (const std::int64_t number : {rank == 0 ? 2 : 1, rank == 0 ? 1 : 0}) {
      numbers.number.push_back(number);
      numbers.is_owned.push_back(number != 1 || rank == 0);
      here.push_back({0.5 * double(number), std::vector<int>(std::size_t(number), 7)});
    }
  }
  void archive(StateArchive& a) {
    a.records("things", numbers, [&](std::size_t i, Fields& fields) {
      fields(here[i].way);
      fields.list(here[i].list);
    });
  }
};

SavedState saved_by(const World& world, Things things, bool checks_copies = true) {
  StateArchive saving(world);
  saving.checks_copies = checks_copies;
  things.archive(saving);
  return saving.finish();
}

std::string error_of(const std::function<void(const World&)>& work) {
  try {
    run_planned_ranks(2, {}, work);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(StateArchive, RecordsAreLoadedByAllWhoHaveThem) {
  run_planned_ranks(2, {}, [](const World& world) {
    StateArchive loading(world, saved_by(world, Things(world.rank())));
    Things things(1 - world.rank());  // on the other rank now
    for (Thing& thing : things.here) thing = {-1, {}};
    things.archive(loading);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(things.here[i].way, 0.5 * double(things.numbers.number[i]));
      EXPECT_EQ(things.here[i].list, std::vector<int>(std::size_t(things.numbers.number[i]), 7));
    }
  });
}

TEST(StateArchive, CopiesThatDifferAreAnErrorWhereChecked) {
  const auto save = [](bool checks_copies) {
    return error_of([checks_copies](const World& world) {
      Things things(world.rank());
      if (world.rank() == 1) things.here[0].way = 4;  // its copy of number 1
      saved_by(world, things, checks_copies);
    });
  };
  EXPECT_NE(save(true).find("different records of number 1 of \"things\""), std::string::npos) << save(true);
  EXPECT_EQ(save(false), "");
}

TEST(StateArchive, EachNumberHasOneOwner) {
  const auto save = [](bool is_owned) {
    return error_of([is_owned](const World& world) {
      Things things(world.rank());
      things.numbers.is_owned = {is_owned, is_owned};
      saved_by(world, things);
    });
  };
  EXPECT_NE(save(true).find("do not add up"), std::string::npos);
  EXPECT_NE(save(false).find("do not add up"), std::string::npos);
}

TEST(StateArchive, InconsistentStatesAreErrors) {
  const auto load = [](const auto& change, const auto& archive) {
    return error_of([&](const World& world) {
      SavedState saved = saved_by(world, Things(world.rank()));
      change(saved);
      StateArchive loading(world, std::move(saved));
      Things things(world.rank());
      archive(loading, things);
    });
  };
  const auto as_saved = [](SavedState&) {};
  const auto whole = [](StateArchive& a, Things& things) { things.archive(a); };
  EXPECT_EQ(load(as_saved, whole), "");
  EXPECT_NE(load([](SavedState& saved) { saved.blocks.clear(); }, whole), "") << "no records";
  const auto fewer = [](StateArchive& a, Things& things) {
    a.records("things", things.numbers, [&](std::size_t i, Fields& fields) { fields(things.here[i].way); });
  };
  EXPECT_NE(load(as_saved, fewer), "") << "records are longer";
  const auto more = [](StateArchive& a, Things& things) {
    double other = 0;
    a.records("things", things.numbers, [&](std::size_t i, Fields& fields) {
      fields(things.here[i].way);
      fields.list(things.here[i].list);
      fields(other);
    });
  };
  EXPECT_NE(load(as_saved, more), "") << "records are shorter";
}

}  // namespace
}  // namespace crumple::test::state_archive
