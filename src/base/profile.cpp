#include "base/profile.hpp"

namespace crumple {
namespace {
std::map<std::string, double> totals;
Profile::Scope* current = nullptr;
}  // namespace

const std::map<std::string, double>& Profile::seconds() { return totals; }
void Profile::reset() { totals.clear(); }

Profile::Scope::Scope(const char* name) : name_(name), outer_(current), start_(Clock::now()) { current = this; }

Profile::Scope::~Scope() {
  const Clock::duration whole = Clock::now() - start_;
  totals[name_] += std::chrono::duration<double>(whole - inner_).count();
  if (outer_) outer_->inner_ += whole;
  current = outer_;
}

}  // namespace crumple
