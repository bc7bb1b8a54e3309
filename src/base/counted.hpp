// "1 rank", "2 ranks". For nouns with a plural in s.
#pragma once

#include <fmt/format.h>

#include <string>

namespace crumple {

template <class Number>
std::string counted(Number n, const char* thing) {
  return fmt::format("{} {}{}", n, thing, n == 1 ? "" : "s");
}

}  // namespace crumple
