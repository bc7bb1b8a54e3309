// For scripts/gpu-check: gives the address of a function to the device, so that the compiler makes device code of it and
// of all that it calls.
#pragma once

template <auto function>
__global__ void give_function(decltype(function)* out) {
  *out = function;
}
