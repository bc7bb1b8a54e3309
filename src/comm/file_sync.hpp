// Whether MPI_File_sync flushes the files that ranks write collectively to disk. Parallel HDF5 calls it in every flush.
#pragma once

namespace crumple {

/// On by default. Off: the data stay in the operating system's cache, where all ranks of a node see them.
void sync_files(bool on);

}  // namespace crumple
