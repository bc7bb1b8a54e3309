#include "app/terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace crumple {

bool is_terminal(int file) {
  if (!isatty(file)) return false;
  if (file > STDERR_FILENO) return true;
  std::error_code unseen;
  const auto parent = std::filesystem::read_symlink(fmt::format("/proc/{}/fd/{}", getppid(), file), unseen);
  return unseen || parent.string().starts_with("/dev/pts/") || parent.string().starts_with("/dev/tty");
}

bool shows_colours(int file) {
  const char *off = std::getenv("NO_COLOR"), *terminal = std::getenv("TERM");
  if ((off && *off) || (terminal && std::string_view(terminal) == "dumb")) return false;
  return is_terminal(file);
}

std::string coloured(int file, Colour colour, const std::string& text) {
  return shows_colours(file) ? fmt::format("\x1b[{}m{}\x1b[0m", int(colour), text) : text;
}

}  // namespace crumple
