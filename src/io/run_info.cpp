#include "io/run_info.hpp"

#include <sys/utsname.h>

namespace crumple {
namespace {

std::string time_with(const char* format, std::time_t time) {
  std::tm local{};
  localtime_r(&time, &local);
  char text[64];
  return std::string(text, std::strftime(text, sizeof text, format, &local));
}

}  // namespace

std::string host_name() {
  utsname machine{};
  uname(&machine);
  return machine.nodename;
}

void describe_machine(RunInfo& run) {
  utsname machine{};
  uname(&machine);
  run.host = machine.nodename;
  run.os_level = std::string(machine.sysname) + " " + machine.release;
  run.platform = std::string(machine.machine) + " " + run.isa;
  run.start = std::time(nullptr);
}

std::string date_text(std::time_t time) { return time_with("%m/%d/%Y", time); }
std::string time_text(std::time_t time) { return time_with("%H:%M:%S", time); }
std::string iso_date_text(std::time_t time) { return time_with("%Y-%m-%dT%H:%M:%S%z", time); }
std::string short_date_text(std::time_t time) { return time_with("%m/%d/%y %H:%M:%S", time); }

}  // namespace crumple
