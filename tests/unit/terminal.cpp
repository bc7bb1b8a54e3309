// Colours are for terminals alone.
#include "app/terminal.hpp"

#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>

#include <cstdlib>

namespace crumple::terminal {
namespace {

TEST(TerminalColour, OfTerminalsAlone) {
  int ends[2], keyboard = -1, screen = -1;
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(openpty(&keyboard, &screen, nullptr, nullptr, nullptr), 0);
  ::unsetenv("NO_COLOR");
  ::setenv("TERM", "xterm", 1);
  EXPECT_EQ(coloured(ends[1], Colour::red, "Error:"), "Error:");
  EXPECT_EQ(coloured(screen, Colour::red, "Error:"), "\x1b[31mError:\x1b[0m");
  ::setenv("TERM", "dumb", 1);
  EXPECT_EQ(coloured(screen, Colour::red, "Error:"), "Error:");
  ::setenv("TERM", "xterm", 1);
  ::setenv("NO_COLOR", "1", 1);
  EXPECT_EQ(coloured(screen, Colour::red, "Error:"), "Error:");
  ::unsetenv("NO_COLOR");
  for (const int file : {ends[0], ends[1], keyboard, screen}) close(file);
}

}  // namespace
}  // namespace crumple::terminal
