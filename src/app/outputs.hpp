// Which outputs are due when, and their files. Physics hands over values; the formats are in io.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "app/sense_switch.hpp"
#include "io/ascii_databases.hpp"
#include "io/message_file.hpp"
#include "io/states.hpp"
#include "physics/state/failures.hpp"
#include "physics/contact/contact_results.hpp"
#include "physics/state/results.hpp"

namespace crumple {

struct OutputOptions {
  std::string prefix;  ///< before all file names: the folder with its slash, and jobid with a point, if any
};

/// Outputs due at a time; an interval of 0 is never due.
struct DueOutputs {
  bool glstat = false, matsum = false, rwforc = false, rcforc = false, sleout = false, nodout = false, swforc = false, states = false;
  bool any() const { return glstat || matsum || rwforc || rcforc || sleout || nodout || swforc || states; }
};

/// The files of a run and the next time of each. All calls are collective.
class Outputs {
 public:
  Outputs(const World& world, const Domain& domain, const RunInfo& run, const OutputOptions& options);

  /// What is due at clock.time (everything that is written at all when `last`); moves on to the next times.
  DueOutputs take_due(const Clock& clock, bool last);

  /// To be called when the ranks have other pieces of the model. Collective.
  void redistribute() {
    if (states) states->redistribute();
  }

  AsciiDatabases databases;
  std::unique_ptr<StatesFile> states;  ///< null when the deck asks for none
  MessageFile messages;
  SenseSwitchFile switches;
  std::map<FailureKind, std::int64_t> n_failed;  ///< told so far; on root
  std::vector<SurfaceStep> surface_steps;                   ///< told at the start; on root
  PenetrationRecords penetrations;                          ///< so far; on root
  std::vector<ContactForce> interfaces;                     ///< contacts, ties, transducers when last summed

 private:
  /// One output's interval and how many times of it have been taken.
  struct Schedule {
    double interval = 0;
    std::int64_t taken = 0;
    bool take(double time, bool last);
  };
  Schedule glstat_, matsum_, rwforc_, rcforc_, sleout_, nodout_, swforc_, states_;
};

}  // namespace crumple
