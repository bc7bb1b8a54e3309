// Wrappers of MPI-IO, which parallel HDF5 calls to write states.
#include "comm/file_sync.hpp"
#include "comm/mpi_profile/recorder.hpp"

using namespace crumple;
using namespace crumple::mpi_profile;

namespace {
bool files_are_synced = true;
}

void crumple::sync_files(bool on) { files_are_synced = on; }

extern "C" {

int MPI_File_open(MPI_Comm comm, const char* name, int mode, MPI_Info info, MPI_File* file) {
  return record("File_open", no_size, [&] { return PMPI_File_open(comm, name, mode, info, file); });
}

int MPI_File_close(MPI_File* file) {
  return record("File_close", no_size, [&] { return PMPI_File_close(file); });
}

int MPI_File_set_size(MPI_File file, MPI_Offset size) {
  return record("File_set_size", no_size, [&] { return PMPI_File_set_size(file, size); });
}

int MPI_File_sync(MPI_File file) {
  if (!files_are_synced) return MPI_SUCCESS;
  return record("File_sync", no_size, [&] { return PMPI_File_sync(file); });
}

int MPI_File_set_view(MPI_File file, MPI_Offset at, MPI_Datatype unit, MPI_Datatype type, const char* form,
                      MPI_Info info) {
  return record("File_set_view", no_size, [&] { return PMPI_File_set_view(file, at, unit, type, form, info); });
}

int MPI_File_write_at(MPI_File file, MPI_Offset at, const void* from, int count, MPI_Datatype type,
                      MPI_Status* status) {
  return record("File_write_at", bytes_of(count, type),
                [&] { return PMPI_File_write_at(file, at, from, count, type, status); });
}

int MPI_File_write_at_all(MPI_File file, MPI_Offset at, const void* from, int count, MPI_Datatype type,
                          MPI_Status* status) {
  return record("File_write_at_all", bytes_of(count, type),
                [&] { return PMPI_File_write_at_all(file, at, from, count, type, status); });
}

int MPI_File_read_at(MPI_File file, MPI_Offset at, void* into, int count, MPI_Datatype type, MPI_Status* status) {
  return record("File_read_at", bytes_of(count, type),
                [&] { return PMPI_File_read_at(file, at, into, count, type, status); });
}

int MPI_File_read_at_all(MPI_File file, MPI_Offset at, void* into, int count, MPI_Datatype type, MPI_Status* status) {
  return record("File_read_at_all", bytes_of(count, type),
                [&] { return PMPI_File_read_at_all(file, at, into, count, type, status); });
}

}  // extern "C"
