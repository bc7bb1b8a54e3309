// Eigenvalues and eigenvectors of a small dense symmetric matrix, by the same operations in the same order everywhere:
// Householder's reduction to tridiagonal form and QL iterations with implicit shifts (Wilkinson and Reinsch 1971,
// Handbook for Automatic Computation, Linear Algebra, contributions II/2 and II/4).
#pragma once

#include <vector>

namespace crumple {

struct SymmetricEigen {
  std::vector<double> value;   ///< ascending
  std::vector<double> vector;  ///< [value][component from the first on], of length 1
};

/// `matrix`: [row][column], n x n, of which the lower triangle is read. `first`: of the components of the vectors that
/// are found; the others take most of the time. Errors: it does not converge (a number that is none).
SymmetricEigen symmetric_eigen(std::vector<double> matrix, int n, int first = 0);

}  // namespace crumple
