// *INCLUDE, *INCLUDE_PATH.
#include "tests/deck/deck_text.hpp"

namespace crumple::deck::test::includes {
namespace {

std::string error_of_file(const std::filesystem::path& file) {
  try {
    read_deck(file);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(Include, SeveralNamesAndFoldersOfTheIncludingFile) {
  const Folder folder;
  folder.write("sub/mesh.k", mesh.substr(0, mesh.find("*ELEMENT_SOLID")) + "*INCLUDE\nsolids.k\n");
  folder.write("sub/solids.k", mesh.substr(mesh.find("*ELEMENT_SOLID")) + "*END\nnot read");
  folder.write("definitions.k", definitions);
  const Model model =
      read_deck(folder.write("main.k", "*INCLUDE\n$# filename\ndefinitions.k\nsub/mesh.k   \n*TITLE\nafter\n"));
  EXPECT_EQ(model.solids.size(), 1u);
  EXPECT_EQ(model.title, "after");
}

TEST(Include, NameGoesOnOverLines) {
  const Folder folder;
  folder.write("a_long_folder/a_long_name.k", base);
  EXPECT_EQ(read_deck(folder.write("main.k", "*INCLUDE\na_long_folder +\n/a_long +\n_name.k\n")).shells.size(), 2u);
}

TEST(Include, PathsAreSearched) {
  const Folder folder;
  folder.write("library/base.k", base);
  EXPECT_EQ(read_deck(folder.write("main.k", "*INCLUDE_PATH\nelsewhere\nlibrary\n*INCLUDE\nbase.k\n")).shells.size(),
            2u);
}

TEST(Include, ErrorsNameTheIncludedFile) {
  const Folder folder;
  folder.write("part.k", "*PART\nx\n9,77,1\n");
  const std::string message = error_of_file(folder.write("main.k", base + "*INCLUDE\npart.k\n"));
  EXPECT_PRED2(contains, message, "part.k:3: *PART field SECID: section 77 is not defined");
}

TEST(Include, Circular) {
  const Folder folder;
  folder.write("a.k", "*INCLUDE\nb.k\n");
  folder.write("b.k", "*TITLE\nb\n*INCLUDE\na.k\n");
  EXPECT_PRED2(contains, error_of_file(folder.path() / "a.k"), "b.k:4: *INCLUDE: circular include: \"a.k\"");
  EXPECT_PRED2(contains, error_of_file(folder.write("self.k", "*INCLUDE\nself.k\n")),
               "self.k:2: *INCLUDE: circular include");
}

TEST(Include, MissingFile) {
  const Folder folder;
  const auto file = folder.write("main.k", base + "*INCLUDE\nthere_is_none.k\n");
  EXPECT_PRED2(contains, error_of_file(file), "main.k:34: *INCLUDE: file \"there_is_none.k\" is not found");
  EXPECT_PRED2(contains, error_of_file(folder.path() / "no_deck.k"), "no_deck.k: the file cannot be read");
}

TEST(Include, LongFormatIsInherited) {
  const Folder folder;
  folder.write("time.k", "*CONTROL_TERMINATION\n                 2.5\n");
  const std::string short_base = "*KEYWORD LONG=S\n" + base.substr(base.find("*MAT_ELASTIC"));
  const Model model = read_deck(folder.write("main.k", "*KEYWORD LONG=Y\n*INCLUDE\ntime.k\n" + short_base));
  EXPECT_EQ(model.control.end_time, 2.5);
}

}  // namespace
}  // namespace crumple::deck::test::includes
