# libcrumple_kernels_cuda.so: included by CMakeLists.txt, whose lists of formulations and laws it uses.
get_filename_component(cuda_root ${CRUMPLE_NVCC} DIRECTORY)
get_filename_component(cuda_root ${cuda_root} DIRECTORY)
find_library(CRUMPLE_CUDART cudart_static HINTS ${cuda_root}/lib ${cuda_root}/lib64 NO_CACHE REQUIRED)

set(cuda_code)
foreach(architecture ${CRUMPLE_CUDA_ARCHITECTURES})
  list(APPEND cuda_code -gencode arch=compute_${architecture},code=sm_${architecture})
endforeach()
list(GET CRUMPLE_CUDA_ARCHITECTURES -1 newest)
list(APPEND cuda_code -gencode arch=compute_${newest},code=compute_${newest})
# No fused operations and no approximations: the bits of a CPU. -ftz concerns floats alone. The errors are calls of what
# only the host has, which nvcc takes as warnings.
set(cuda_flags -std=c++20 -O3 -DCRUMPLE_ISA=cuda -DCRUMPLE_ISA_scalar=1 -fmad=false -ftz=true -prec-div=true
  -prec-sqrt=true --expt-relaxed-constexpr --diag-error=20011,20013,20014,20094 ${cuda_code}
  -Xcompiler -fPIC,-fvisibility=hidden,-fvisibility-inlines-hidden,-ffp-contract=off,-fno-math-errno
  ${CRUMPLE_CUDA_FLAGS} -include kernels/device/cuda_first.hpp -I${CMAKE_SOURCE_DIR} -I${CMAKE_SOURCE_DIR}/src -I${CRUMPLE_SIMD_WITHOUT_CORE} -I${generated})
foreach(component kokkossimd kokkoscore)
  get_target_property(folders Kokkos::${component} INTERFACE_INCLUDE_DIRECTORIES)
  foreach(folder ${folders})
    if(NOT folder MATCHES "^\\$<BUILD_INTERFACE")
      list(APPEND cuda_flags -isystem ${folder})
    endif()
  endforeach()
endforeach()

# crumple_cuda_object(variable source): compiles it and appends the object to the list.
function(crumple_cuda_object variable source)
  get_filename_component(name ${source} NAME_WE)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/cuda/${name}.o)
  add_custom_command(OUTPUT ${object}
    COMMAND ${CRUMPLE_NVCC} ${cuda_flags} -MD -MF ${object}.d -x cu -c ${source} -o ${object}
    DEPENDS ${source} DEPFILE ${object}.d COMMENT "Building CUDA object ${name}.o" VERBATIM)
  set(${variable} ${${variable}} ${object} PARENT_SCOPE)
endfunction()

set(cuda_objects)
set(cuda_pairs)
set(cuda_includes)
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/cuda)
foreach(element_header ${element_headers})
  crumple_struct_name(element ${element_header})
  foreach(header ${material_headers})
    crumple_struct_name(material ${header})
    set(pair ${element}_${material})
    if(NOT pairs MATCHES "X\\(${element}, ${material}\\)" OR NOT pair MATCHES "${CRUMPLE_CUDA_KERNELS}")
      continue()
    endif()
    file(CONFIGURE OUTPUT ${generated}/cuda/${pair}.cu @ONLY CONTENT
"#include \"@element_header@\"
#include \"@header@\"
#include \"kernels/device/device_code.hpp\"

template struct crumple::kernels::DeviceEntry<float, crumple::kernels::@element@, crumple::kernels::@material@>;
template struct crumple::kernels::DeviceEntry<double, crumple::kernels::@element@, crumple::kernels::@material@>;
")
    crumple_cuda_object(cuda_objects ${generated}/cuda/${pair}.cu)
    string(APPEND cuda_pairs " \\\n  X(${element}, ${material})")
    string(APPEND cuda_includes "#include \"${element_header}\"\n#include \"${header}\"\n")
  endforeach()
endforeach()
if(NOT cuda_pairs)
  message(FATAL_ERROR "CRUMPLE_CUDA_KERNELS=${CRUMPLE_CUDA_KERNELS}: no pair matches, such as Shell002_Material024")
endif()
file(CONFIGURE OUTPUT ${generated}/cuda_list.hpp @ONLY CONTENT
"#pragma once
@cuda_includes@
#define CRUMPLE_CUDA_KERNELS(X)@cuda_pairs@
")
foreach(source device/cuda_device.cu device/cuda_table.cu device/step_loops.cpp law_additions.cpp)
  crumple_cuda_object(cuda_objects ${CMAKE_CURRENT_SOURCE_DIR}/${source})
endforeach()
foreach(source ${loop_sources})
  crumple_cuda_object(cuda_objects ${source})
endforeach()

set(cuda_map ${CMAKE_CURRENT_BINARY_DIR}/cuda.map)
file(CONFIGURE OUTPUT ${cuda_map} CONTENT "{ global: crumple_kernels_cuda; local: *; };\n")
set(cuda_library ${CMAKE_CURRENT_BINARY_DIR}/libcrumple_kernels_cuda.so)
add_custom_command(OUTPUT ${cuda_library}
  COMMAND ${CMAKE_CXX_COMPILER} -shared -o ${cuda_library} ${cuda_objects} -Wl,--version-script=${cuda_map}
    -Wl,--no-undefined ${CRUMPLE_CUDART} -ldl -lrt -lpthread
  DEPENDS ${cuda_objects} ${cuda_map} COMMENT "Linking the kernel library cuda" VERBATIM)
add_custom_target(crumple_kernels_cuda ALL DEPENDS ${cuda_library})
install(FILES ${cuda_library} DESTINATION ${CMAKE_INSTALL_LIBDIR})
