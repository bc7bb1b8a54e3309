# Spack recipe: put it into packages/crumple of a repository of your own (spack repo create, spack
# repo add), with the address of your copy in `git`.
from spack.package import *

try:  # Spack 1.0 and newer; before, spack.package has it
    from spack_repo.builtin.build_systems.cmake import CMakePackage
except ImportError:
    pass


class Crumple(CMakePackage):
    """Explicit finite-element crash code: a proxy for LS-DYNA MPP that gives the same bits on any
    number of ranks."""

    homepage = "https://example.org/crumple"  # where your copy lives
    git = "https://example.org/crumple.git"

    license("BSD-3-Clause")

    version("main", branch="main")
    version("1.0.0", tag="v1.0.0")

    variant("implicit", default=True, description="Implicit analysis, by MUMPS")
    variant("tests", default=False, description="Build the tests")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("python@3.11:", type=("build", "run"))
    depends_on("py-numpy", type=("build", "run"))
    depends_on("mpi@3:")
    depends_on("kokkos@4.7:4 +openmp cxxstd=20")
    depends_on("hdf5@1.10: +mpi")
    depends_on("metis@5.1: ~int64")
    depends_on("mumps@5.5: +mpi +double ~int64", when="+implicit")
    depends_on("fmt@9:")
    depends_on("nlohmann-json@3.11:")
    depends_on("cereal@1.3:")
    depends_on("xxhash@0.8:")
    depends_on("googletest@1.12:", when="+tests")
    depends_on("benchmark@1.7:", when="+tests")

    conflicts("%gcc@:11", msg="C++20 as of GCC 12 is needed")
    # Kokkos and Spack's compiler wrappers would hand -march of a newer processor on to the kernels
    # of all instruction sets.
    requires(
        "target=x86_64",
        when="target=x86_64:",
        msg="kernels choose their instruction set at start-up: target=x86_64",
    )

    def cmake_args(self):
        return [self.define_from_variant("CRUMPLE_TESTS", "tests")]
