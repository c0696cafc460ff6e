# SPDX-License-Identifier: CC0-1.0
# Writes OUTPUT, a source file that holds each of FILES (a list separated by "|") as a text, so that
# a built-in device needs no file at run time.
set(entries "")
string(REPLACE "|" ";" files "${FILES}")
foreach(file IN LISTS files)
    get_filename_component(id "${file}" NAME_WLE)
    file(READ "${file}" text)
    # One raw string literal holds at most 64 KiB on some compilers; adjacent ones are joined.
    string(LENGTH "${text}" length)
    set(literals "")
    set(at 0)
    while(at LESS length)
        string(SUBSTRING "${text}" ${at} 16000 piece)
        string(APPEND literals "R\"profile(${piece})profile\"\n")
        math(EXPR at "${at} + 16000")
    endwhile()
    string(APPEND entries "    {\"${id}\", ${literals}},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Written by EmbedProfiles.cmake.
#include \"core/simulator/embedded_profiles.h\"

namespace parterre {
namespace {

constexpr EmbeddedProfile profiles[] = {
${entries}};

} // namespace

std::span<const EmbeddedProfile> embeddedProfiles() {
    return profiles;
}

} // namespace parterre
")
