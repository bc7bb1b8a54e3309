// Decks written in tests: a small base deck, and reading of text through a file in a fresh folder.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "base/error.hpp"
#include "deck/read.hpp"

namespace crumple::deck::test {

/// A folder for the files of one deck, removed at the end.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "crumple_deck_XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  /// Writes a file (its folders too) and returns its path.
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    const auto file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline Model read_text(const std::string& text) {
  const Folder folder;
  return read_deck(folder.write("deck.k", text));
}

/// The message of the error that reading `text` ends with; empty if it is read without one.
inline std::string error_of(const std::string& text) {
  try {
    read_text(text);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

inline std::string with_change(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  if (at == text.npos) throw std::runtime_error("the deck has no '" + from + "' to change");
  return text.replace(at, from.size(), to);
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

/// All warnings, one a line.
inline std::string warnings_of(const Model& model) {
  std::string all;
  for (const std::string& w : model.warnings) all += w + "\n";
  return all;
}

/// Lines of an error that begin with the deck's name; others quote it.
inline int n_errors(const std::string& message) {
  int n = message.empty() ? 0 : 1;
  for (std::size_t at = message.find("\n/"); at != message.npos; at = message.find("\n/", at + 1)) ++n;
  return n;
}

/// That reading a deck ends with an error, or that a model has warnings, which has `part`.
#define EXPECT_ERROR(deck, part) EXPECT_PRED2(contains, error_of(deck), part)
#define EXPECT_WARNING(model, part) EXPECT_PRED2(contains, warnings_of(model), part)

/// End time, one material (1), one shell section (1) and one solid section (2), parts 1 (shells) and 2 (solids).
inline const std::string definitions =
    "*KEYWORD\n"
    "*CONTROL_TERMINATION\n"
    "1.0\n"
    "*MAT_ELASTIC\n"
    "1,7.8e-9,210000.,0.3\n"
    "*SECTION_SHELL\n"
    "1,2\n"
    "1.5\n"
    "*SECTION_SOLID\n"
    "2,1\n"
    "*PART\n"
    "skin\n"
    "1,1,1\n"
    "*PART\n"
    "block\n"
    "2,2,1\n";

/// A unit cube of nodes 1 to 8, two shells (1: its bottom, 2: the quad next to it) and the solid 10.
inline const std::string mesh =
    "*NODE\n"
    "1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n"
    "5,0,0,1\n6,1,0,1\n7,1,1,1\n8,0,1,1\n"
    "9,2,0,0\n10,2,1,0\n"
    "*ELEMENT_SHELL\n"
    "1,1,1,2,3,4\n"
    "2,1,2,9,10,3\n"
    "*ELEMENT_SOLID\n"
    "10,2,1,2,3,4,5,6,7,8\n";

inline const std::string base = definitions + mesh;

/// An element for part 9, which many tests add to the base.
inline const std::string shell_of_9 = "*ELEMENT_SHELL\n90,9,5,6,7,8\n";
inline const std::string solid_of_9 = "*ELEMENT_SOLID\n90,9,1,2,3,4,5,6,7,8\n";

/// base with a constant curve 1.
inline const std::string base_curve = base + "*DEFINE_CURVE\n1\n0,1\n10,1\n";

}  // namespace crumple::deck::test
