"""Settings of MPI libraries that a study of collectives compares. Used by collectives.py.
Sources: `ompi_info --param coll tuned --level 9`; manuals of Open MPI, UCX, Intel MPI, and of NVIDIA SHARP with Open MPI
and UCC. docs/cluster.md says more of each."""
import os
import shutil
import subprocess
from dataclasses import dataclass, field

ALLREDUCE = {1: "linear", 2: "non-overlapping", 3: "recursive doubling", 4: "ring", 5: "segmented ring", 6: "Rabenseifner"}
BCAST = {1: "linear", 2: "chain", 3: "pipeline", 4: "split binary tree", 5: "binary tree", 6: "binomial tree",
         7: "k-nomial tree", 8: "scatter, allgather", 9: "scatter, allgather ring"}


@dataclass
class Setting:
    name: str
    meaning: str
    environment: dict = field(default_factory=dict)
    missing: str = ""  # why this machine cannot do it; empty: it can


def output_of(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def open_mpi_settings():
    components = output_of("ompi_info") if shutil.which("ompi_info") else ""

    def need(kind, component):
        return "" if f"MCA {kind}: {component} " in components else f"this Open MPI has no {kind} component {component}"

    def mca(**parameters):
        return {f"OMPI_MCA_{name}": str(value) for name, value in parameters.items()}

    yield Setting("default", "the library's own choices")
    yield Setting("tcp", "no shared memory, loopback or network by TCP", mca(pml="ob1", btl="tcp,self"), need("btl", "tcp"))
    yield Setting("no-single-copy", "shared memory by copies through a buffer, not straight between processes (vader)",
                  mca(pml="ob1", btl_vader_single_copy_mechanism="none"), need("btl", "vader"))
    yield Setting("ucx", "messages by UCX", mca(pml="ucx"), need("pml", "ucx"))
    yield Setting("ucx-no-shm", "UCX without shared memory", mca(pml="ucx") | {"UCX_TLS": "^shm"}, need("pml", "ucx"))
    yield Setting("ucx-rc", "UCX, reliable connections on InfiniBand", mca(pml="ucx") | {"UCX_TLS": "rc,shm,self"}, need("pml", "ucx"))
    yield Setting("ucx-dc", "UCX, dynamic connections on InfiniBand", mca(pml="ucx") | {"UCX_TLS": "dc,shm,self"}, need("pml", "ucx"))
    for number, name in ALLREDUCE.items():
        yield Setting(f"allreduce-{number}", f"Allreduce by {name}",
                      mca(coll_tuned_use_dynamic_rules=1, coll_tuned_allreduce_algorithm=number), need("coll", "tuned"))
    for number, name in BCAST.items():
        yield Setting(f"bcast-{number}", f"Bcast by {name}",
                      mca(coll_tuned_use_dynamic_rules=1, coll_tuned_bcast_algorithm=number), need("coll", "tuned"))
    yield Setting("han", "hierarchical collectives: node, then network", mca(coll_han_priority=100), need("coll", "han"))
    yield Setting("no-tuned", "no tuned collectives, only basic ones", mca(coll="^tuned,han,adapt,sm"), need("coll", "basic"))
    yield Setting("hcoll", "NVIDIA HCOLL", mca(coll_hcoll_enable=1, coll_hcoll_np=0), need("coll", "hcoll"))
    yield Setting("hcoll-sharp", "HCOLL with SHARP: reductions in the switches",
                  mca(coll_hcoll_enable=1, coll_hcoll_np=0) | {"HCOLL_ENABLE_SHARP": "3", "HCOLL_SHARP_NP": "2"},
                  need("coll", "hcoll"))
    yield Setting("no-hcoll", "HCOLL off, where it is on by default", mca(coll_hcoll_enable=0), need("coll", "hcoll"))
    yield Setting("ucc", "UCC", mca(coll_ucc_enable=1, coll_ucc_priority=100), need("coll", "ucc"))
    yield Setting("ucc-sharp", "UCC with SHARP",
                  mca(coll_ucc_enable=1, coll_ucc_priority=100) | {"OMPI_UCC_CL_BASIC_TLS": "ucp,sharp"},
                  need("coll", "ucc"))


def intel_mpi_settings():
    yield Setting("default", "the library's own choices")
    yield Setting("tcp", "no shared memory, TCP", {"I_MPI_FABRICS": "ofi", "FI_PROVIDER": "tcp"})
    for number in range(1, 13):
        yield Setting(f"allreduce-{number}", f"I_MPI_ADJUST_ALLREDUCE={number}", {"I_MPI_ADJUST_ALLREDUCE": str(number)})
    for number in range(1, 12):
        yield Setting(f"bcast-{number}", f"I_MPI_ADJUST_BCAST={number}", {"I_MPI_ADJUST_BCAST": str(number)})
    yield Setting("no-shm-collectives", "I_MPI_COLL_INTRANODE=pt2pt", {"I_MPI_COLL_INTRANODE": "pt2pt"})
    yield Setting("offload", "collectives by the network, I_MPI_COLL_EXTERNAL=1 (hcoll)", {"I_MPI_COLL_EXTERNAL": "1"},
                  "" if os.environ.get("HCOLL_DIR") else "HCOLL_DIR is not set")


def settings_of_this_library(launcher):
    version = output_of(launcher, "--version") + output_of("mpirun", "--version")  # srun knows nothing of MPI
    if "Intel" in version:
        return "Intel MPI", list(intel_mpi_settings())
    if "Open MPI" in version or "OpenRTE" in version or shutil.which("ompi_info"):
        return "Open MPI", list(open_mpi_settings())
    return "another MPI library", [Setting("default", "the library's own choices")]
