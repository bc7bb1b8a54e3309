// Whether files that ranks write together go to the disk when MPI_File_sync says so. Parallel HDF5 calls it in every
// flush.
#pragma once

namespace crumple {

/// At first they do; false: they stay in the cache of the system, where all ranks of a node see them.
void sync_files(bool on);

}  // namespace crumple
