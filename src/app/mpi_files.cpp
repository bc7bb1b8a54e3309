#include "app/mpi_files.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>

namespace crumple {

void keep_mpi_files_apart() {
  for (const char* const of_launcher : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"})
    if (std::getenv(of_launcher)) return;
  static std::string folder;
  std::error_code failed;
  folder = (std::filesystem::temp_directory_path(failed) / "crumple-mpi-XXXXXX").string();
  if (failed || !mkdtemp(folder.data())) return;  // Open MPI reports that it cannot write there
  setenv("OMPI_MCA_orte_tmpdir_base", folder.c_str(), 0);
  std::atexit([] {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  });
}

}  // namespace crumple
