// SPDX-License-Identifier: Apache-2.0
/// Runs a fuzz target on the files of a corpus, each as it is, cut off at every length (of small
/// ones) and with each byte spoilt in turn: a test for machines and compilers without libFuzzer.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr std::size_t small = 2000;

void run(const std::string& bytes) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

void runVariants(const std::string& bytes) {
    run(bytes);
    if (bytes.size() > small)
        return;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        run(bytes.substr(0, i));
        for (const char spoilt : {'\0', '"', '[', '}', '9', '-', '\xff'}) {
            std::string other = bytes;
            other[i] = spoilt;
            run(other);
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s CORPUS\n", argv[0]);
        return 2;
    }
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
        std::ifstream file(entry.path(), std::ios::binary);
        // Told before, so that the last line names the culprit of a crash.
        std::printf("%s\n", entry.path().filename().c_str());
        std::fflush(stdout);
        runVariants({std::istreambuf_iterator<char>(file), {}});
        ++files;
    }
    return files > 0 ? 0 : 1;
}
