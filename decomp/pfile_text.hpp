// The words of a pfile and their places, and the reading of values. Called by the parsers of sections and regions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "decomp/options.hpp"

namespace crumple {

/// Words, `{`, `}` and `,`; `#` starts a comment; a text in double quotes is one word and may hold all of these.
struct Token {
  std::string text;   ///< as written
  std::string lower;  ///< option names are in any case
  TextPlace where;
};

/// Appends the tokens of a line.
void append_tokens(const std::string& line, TextPlace where, std::vector<Token>& tokens);

/// Takes tokens one by one. Every failure is an Error with file, line, column, what was found and what was expected.
class TokenReader {
 public:
  explicit TokenReader(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  bool done() const { return at_ == tokens_.size(); }
  bool next_is(std::string_view lower) const { return !done() && tokens_[at_].lower == lower; }
  /// Takes the next token if it is this one.
  bool take(std::string_view lower);
  const Token& next(const std::string& expected);
  void expect(std::string_view lower);

  /// A value that is neither a brace nor a comma: a file, a path.
  std::string word(const std::string& option);
  double number(const std::string& option);
  double positive(const std::string& option);
  double not_negative(const std::string& option);
  long integer(const std::string& option, long least, long most = 2147483647);
  /// The next token is a number.
  bool next_is_number() const;
  /// `count` numbers, with or without commas between them.
  std::vector<double> numbers(const std::string& option, int count);
  Vec3 vector(const std::string& option);
  /// One or more positive integers with commas between them.
  std::vector<Id> ids(const std::string& option);

  [[noreturn]] static void fail(const Token& token, const std::string& message);

 private:
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

}  // namespace crumple
