// Included first in all that nvcc compiles. For an over-aligned type nvcc's host code asks for this form of placement
// new, which the standard library has not.
#pragma once

#include <cstddef>
#include <new>

inline void* operator new(std::size_t, std::align_val_t, void* place) noexcept { return place; }
inline void operator delete(void*, std::align_val_t, void*) noexcept {}
