// The program. Everything is in src/app; follow a deck to its result from `run_program`.
#include "app/program.hpp"

int main(int argc, char** argv) { return crumple::run_program(argc, argv); }
