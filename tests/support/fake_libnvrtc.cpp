// SPDX-License-Identifier: Apache-2.0
// A library that looks like libnvrtc. Its "machine code" is the text of what it was asked: the
// options, then the headers' names, then the source. Environment: FAKE_NVRTC_VERSION (13000),
// FAKE_NVRTC_ARCHITECTURES ("75 80 90 100"), FAKE_NVRTC_LOG (what each compilation says),
// FAKE_NVRTC_COMPILE (what nvrtcCompileProgram answers, 0), FAKE_NVRTC_FAIL_AT (that call of a
// function that can fail answers 1, counted from fakeNvrtcReset(); 0 is none).
// A line of the source that begins with "#error " is an error at its place.
// With FAKE_NVRTC_WITHOUT_CUBIN it lacks nvrtcGetCUBIN, as NVRTC did before 11.1.

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <sstream>
#include <string>

namespace {

struct Program {
    std::string name;
    std::string source;
    std::string asked;
    std::string log;
};

std::mutex mutex;
std::set<Program*> programs;
int calls = 0;

std::string fromEnvironment(const char* name, const char* fallback) {
    const char* text = std::getenv(name);
    return text != nullptr ? text : fallback;
}

int begin() {
    const std::lock_guard lock(mutex);
    return ++calls == std::stoi(fromEnvironment("FAKE_NVRTC_FAIL_AT", "0")) ? 1 : 0;
}

std::set<int> architectures() {
    std::istringstream text(fromEnvironment("FAKE_NVRTC_ARCHITECTURES", "75 80 90 100"));
    std::set<int> known;
    for (int architecture = 0; text >> architecture;)
        known.insert(architecture);
    return known;
}

int sizeOf(const std::string& text, std::size_t* size) {
    if (const int failed = begin())
        return failed;
    *size = text.size() + 1;
    return 0;
}

int copy(const std::string& text, char* to) {
    if (const int failed = begin())
        return failed;
    std::memcpy(to, text.c_str(), text.size() + 1);
    return 0;
}

/// As the compiler's front end writes them.
std::string errorsIn(const Program& program) {
    std::istringstream lines(program.source);
    std::string errors;
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number)
        if (line.rfind("#error ", 0) == 0)
            errors += program.name + "(" + std::to_string(number) + "): error: " + line + "\n" +
                      "  " + line + "\n   ^\n\n";
    return errors;
}

Program* as(void* program) {
    return static_cast<Program*>(program);
}

} // namespace

extern "C" {

void fakeNvrtcReset() {
    calls = 0;
}
int fakeNvrtcCalls() {
    return calls;
}
int fakeNvrtcLivePrograms() {
    const std::lock_guard lock(mutex);
    return static_cast<int>(programs.size());
}

int nvrtcVersion(int* major, int* minor) {
    if (const int failed = begin())
        return failed;
    const int version = std::stoi(fromEnvironment("FAKE_NVRTC_VERSION", "13000"));
    *major = version / 1000;
    *minor = version % 1000 / 10;
    return 0;
}

int nvrtcGetNumSupportedArchs(int* count) {
    if (const int failed = begin())
        return failed;
    *count = static_cast<int>(architectures().size());
    return 0;
}

int nvrtcGetSupportedArchs(int* known) {
    if (const int failed = begin())
        return failed;
    for (const int architecture : architectures())
        *known++ = architecture;
    return 0;
}

const char* nvrtcGetErrorString(int result) {
    return result == 1 ? "NVRTC_ERROR_OUT_OF_MEMORY" : "NVRTC_ERROR_COMPILATION";
}

int nvrtcCreateProgram(
    void** program, const char* source, const char* name, int headerCount,
    const char* const* headers, const char* const* includeNames) {
    if (const int failed = begin())
        return failed;
    auto* made = new Program;
    for (int i = 0; i < headerCount; ++i)
        made->asked += std::string(includeNames[i]) + "=" + headers[i] + "\n";
    made->name = name;
    made->source = source;
    made->asked += std::string(name) + "\n" + source;
    const std::lock_guard lock(mutex);
    programs.insert(made);
    *program = made;
    return 0;
}

int nvrtcDestroyProgram(void** program) {
    const std::lock_guard lock(mutex);
    programs.erase(as(*program));
    delete as(*program);
    *program = nullptr;
    return 0;
}

int nvrtcCompileProgram(void* program, int optionCount, const char* const* options) {
    if (const int failed = begin())
        return failed;
    std::string all;
    for (int i = 0; i < optionCount; ++i)
        all += std::string(options[i]) + "\n";
    as(program)->asked = all + as(program)->asked;
    as(program)->log = fromEnvironment("FAKE_NVRTC_LOG", "");
    if (const std::string errors = errorsIn(*as(program)); !errors.empty()) {
        as(program)->log += errors;
        return 6;
    }
    return std::stoi(fromEnvironment("FAKE_NVRTC_COMPILE", "0"));
}

int nvrtcGetProgramLogSize(void* program, std::size_t* size) {
    return sizeOf(as(program)->log, size);
}
int nvrtcGetProgramLog(void* program, char* log) {
    return copy(as(program)->log, log);
}
int nvrtcGetCUBINSize(void* program, std::size_t* size) {
    return sizeOf("cubin\n" + as(program)->asked, size);
}
#ifndef FAKE_NVRTC_WITHOUT_CUBIN
int nvrtcGetCUBIN(void* program, char* code) {
    return copy("cubin\n" + as(program)->asked, code);
}
#endif
int nvrtcGetPTXSize(void* program, std::size_t* size) {
    return sizeOf("ptx\n" + as(program)->asked, size);
}
int nvrtcGetPTX(void* program, char* code) {
    return copy("ptx\n" + as(program)->asked, code);
}

} // extern "C"
