#include "app/start_stages.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>

namespace crumple {
namespace {

void print(const std::string& text) {
  fmt::print("{}", text);
  std::fflush(stdout);
}

}  // namespace

void StartStages::begin(const std::string& stage) {
  end();
  if (shown_) print((has_line_ ? ", " : "") + stage);
  has_line_ = is_within_ = true;
  start_ = Profile::Clock::now();
  seconds_.emplace_back(stage, 0);
}

void StartStages::end() {
  if (!is_within_) return;
  is_within_ = false;
  double& seconds = seconds_.back().second;
  seconds = seconds_since(start_);
  if (shown_) print(fmt::format(" {:.2f} s", seconds));
}

void StartStages::finish() {
  end();
  finish_line();
}

void StartStages::finish_line() {
  if (has_line_ && shown_) print("\n");
  has_line_ = false;
}

}  // namespace crumple
