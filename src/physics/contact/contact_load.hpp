// Size and CPU time of a contact on a rank, for load_profile.csv and similar files.
#pragma once

namespace crumple {

/// CPU time of a contact on this rank [s].
struct ContactSeconds {
  double forces = 0;  ///< of the first thread
  double search = 0;
};

/// Size of a contact on one rank at the end of a run, and its CPU time.
struct ContactLoad {
  double nodes = 0, faces = 0;              ///< slaves that the rank owns, segments of its elements
  double ghost_nodes = 0, ghost_faces = 0;  ///< copies at the last search
  double pairs = 0, touches = 0;            ///< candidates of the last search, active contacts in the last step
  ContactSeconds seconds;
};

}  // namespace crumple
