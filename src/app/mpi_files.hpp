// Where the MPI library keeps its files.
#pragma once

namespace crumple {

/// Gives Open MPI a folder of this process's own below that of temporary files, if no launcher has started it: all such
/// processes have one name, so that one which ends would remove the files of another. To be called before MPI starts;
/// the folder goes when the program ends.
void keep_mpi_files_apart();

}  // namespace crumple
