# CMake toolchain for ARM64 from another machine: Debian's cross compiler, and the libraries that scripts/arm-build
# keeps in the folder CRUMPLE_ARM64 of the environment.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

set(CMAKE_SYSROOT $ENV{CRUMPLE_ARM64}/sysroot)
set(CMAKE_FIND_ROOT_PATH ${CMAKE_SYSROOT} $ENV{CRUMPLE_ARM64}/kokkos)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${CMAKE_SYSROOT})

set(libraries ${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CMAKE_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${libraries}/pkgconfig)

# What the compiler wrappers of MPI and HDF5 would say: this machine's speak of its own libraries.
set(MPI_CXX_HEADER_DIR ${libraries}/openmpi/include CACHE PATH "")
set(MPI_CXX_LIB_NAMES mpi CACHE STRING "")
set(MPI_CXX_COMPILE_DEFINITIONS OMPI_SKIP_MPICXX CACHE STRING "")
set(MPI_mpi_LIBRARY ${libraries}/openmpi/lib/libmpi.so CACHE FILEPATH "")
set(HDF5_C_COMPILER_EXECUTABLE false CACHE FILEPATH "")
set(HDF5_C_INCLUDE_DIR ${CMAKE_SYSROOT}/usr/include/hdf5/openmpi CACHE PATH "")
set(HDF5_hdf5_LIBRARY_RELEASE ${libraries}/libhdf5_openmpi.so CACHE FILEPATH "")
