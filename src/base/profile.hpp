// Wall time by phase of the run. A phase is timed by one line at its start: `Profile::Scope scope{"contact"};`.
// Scopes nest; a scope's time excludes that of the scopes inside it, so phases add up to the whole.
#pragma once

#include <chrono>
#include <map>
#include <string>

namespace crumple {

class Profile {
 public:
  using Clock = std::chrono::steady_clock;

  /// Self time [s] of each phase so far, by name.
  static const std::map<std::string, double>& seconds();
  static void reset();

  /// Times its own lifetime under `name` (a string literal). Not for use inside parallel loops.
  class Scope {
   public:
    explicit Scope(const char* name);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    const char* name_;
    Scope* outer_;
    Clock::time_point start_;
    Clock::duration inner_{};
  };
};

}  // namespace crumple
