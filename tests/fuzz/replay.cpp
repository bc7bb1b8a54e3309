// Drives a fuzz target where there is no libFuzzer: the files of a corpus, each also with pieces changed, left out,
// doubled or taken from another one. The same inputs each time. Arguments: folders or files, mutations=N of each file.
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include "tests/fuzz/target.hpp"

namespace {

namespace fs = std::filesystem;

using Input = std::vector<std::uint8_t>;

Input read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return Input(std::istreambuf_iterator<char>(in), {});
}

class Mutator {
 public:
  explicit Mutator(const std::vector<Input>& corpus) : corpus_(corpus) {}

  Input operator()(Input input) {
    for (std::size_t n = 1 + below(4); n > 0; --n) change(input);
    return input;
  }

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : std::size_t(random_()) % n; }

  void change(Input& input) {
    const std::size_t at = below(input.size() + 1), length = std::min(below(64), input.size() - at);
    const auto first = input.begin() + std::ptrdiff_t(at), last = first + std::ptrdiff_t(length);
    switch (below(5)) {
      case 0:
        if (at < input.size()) input[at] = std::uint8_t(random_());
        break;
      case 1:
        input.erase(first, last);
        break;
      case 2: {
        const Input piece(first, last);
        input.insert(input.begin() + std::ptrdiff_t(below(input.size() + 1)), piece.begin(), piece.end());
        break;
      }
      case 3: {
        static const std::string words[] = {"-1", "0", "1e308", "nan", "999999999999", "\n", "*", ",", "$", "{", "}"};
        const std::string& word = words[below(std::size(words))];
        input.insert(first, word.begin(), word.end());
        break;
      }
      default: {
        const Input& other = corpus_[below(corpus_.size())];
        const std::size_t from = below(other.size() + 1), n = std::min(below(512), other.size() - from);
        input.insert(first, other.begin() + std::ptrdiff_t(from), other.begin() + std::ptrdiff_t(from + n));
      }
    }
  }

  const std::vector<Input>& corpus_;
  std::mt19937 random_{1};  // the same sequence everywhere
};

}  // namespace

int main(int argc, char** argv) {
  std::vector<fs::path> files;
  std::size_t n_mutations = 0;
  for (const std::string& argument : std::vector<std::string>(argv + 1, argv + argc)) {
    if (argument.starts_with("mutations="))
      n_mutations = std::stoul(argument.substr(10));
    else if (fs::is_directory(argument))
      for (const auto& entry : fs::directory_iterator(argument)) files.push_back(entry.path());
    else
      files.push_back(argument);
  }
  std::sort(files.begin(), files.end());
  std::vector<Input> corpus;
  for (const fs::path& file : files) corpus.push_back(read(file));
  if (corpus.empty()) return std::fprintf(stderr, "no inputs\n"), 1;
  Mutator mutate(corpus);
  std::size_t n_inputs = 0;
  for (const Input& input : corpus) {
    LLVMFuzzerTestOneInput(input.data(), input.size());
    for (std::size_t i = 0; i < n_mutations; ++i, ++n_inputs) {
      const Input mutated = mutate(input);
      // what a crash leaves to look at
      std::ofstream("fuzz-last-input", std::ios::binary)
          .write(reinterpret_cast<const char*>(mutated.data()), std::streamsize(mutated.size()));
      LLVMFuzzerTestOneInput(mutated.data(), mutated.size());
    }
  }
  fs::remove("fuzz-last-input");
  fs::remove(crumple::test::file_of(nullptr, 0));
  std::printf("%zu files and %zu inputs made of them\n", corpus.size(), n_inputs);
  return 0;
}
