// A deck's text: mapped files, cut into keyword blocks, cut into cards (lines that are not comments).
// Called by `read.cpp` (blocks) and, through `Cards`, by every keyword.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "deck/diagnostics.hpp"

namespace crumple::deck {

/// A file mapped read-only into memory for as long as the object lives.
class MappedFile {
 public:
  /// Throws crumple::Error if the file can't be opened or is no regular file.
  explicit MappedFile(const std::filesystem::path& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();
  std::string_view text() const { return {data_, size_}; }

 private:
  const char* data_ = "";
  std::size_t size_ = 0;
};

/// Column widths: standard; long (every field 20 columns); i10 (8-column ids take 10 columns).
enum class Format { standard, wide, i10 };

/// One keyword and the lines up to the next one.
struct Block {
  std::string name;    ///< upper case, without `*`, format suffix and remarks: `SET_NODE_LIST_TITLE`
  std::string remark;  ///< what followed the name on its line, upper case: `LONG=S`
  Format format = Format::standard;
  Location where;         ///< the keyword's line
  std::string_view text;  ///< the lines after it, without blank and comment lines at the end
  int n_blank = 0;        ///< blank lines left out there, which may be blank cards
};

/// Cuts a file's text into blocks.
class BlockReader {
 public:
  BlockReader(std::string_view text, int file);
  /// The next keyword; false at the end of the file. Data before the first keyword is an error in `log`.
  bool next(Block& block, Format default_format, Diagnostics& log);

 private:
  std::string_view take_line();
  bool skip_to_keyword(Diagnostics& log);

  std::string_view text_;
  int file_ = 0;
  int line_ = 0;  ///< number of the last line taken
};

/// Walks over the cards of a block: all lines but those that begin with `$`.
class LineReader {
 public:
  explicit LineReader(const Block& block) : rest_(block.text), where_(block.where), n_blank_(block.n_blank) {}
  /// The next card without its line end; false when there is none.
  bool next(std::string_view& line);
  /// Takes a blank line at the end of the block; false when there is none.
  bool take_blank() { return n_blank_-- > 0; }
  /// The next card without taking it; empty when there is none.
  std::string_view peek() const;
  bool more() const { return !peek_end(); }
  Location where() const { return where_; }

 private:
  bool peek_end() const;
  std::string_view rest_;
  Location where_;
  int n_blank_;
};

/// Upper case for ASCII letters.
std::string upper(std::string_view text);
/// Nothing but blanks, tabs and carriage returns.
bool is_blank(std::string_view line);

}  // namespace crumple::deck
