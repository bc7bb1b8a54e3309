// The instruction sets that kernel libraries are built for, narrowest first: CRUMPLE_ISAS(X) calls X(name) for each.
// CMakeLists.txt here has the same names.
#pragma once

#if defined(__aarch64__)
#define CRUMPLE_ISAS(X) X(neon)
#define CRUMPLE_BASELINE_OF(function) function##_neon
#else
#define CRUMPLE_ISAS(X) X(sse2) X(avx2) X(avx512)
#define CRUMPLE_BASELINE_OF(function) function##_sse2
#endif
