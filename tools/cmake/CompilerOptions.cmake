# SPDX-License-Identifier: CC0-1.0
# One target that carries what every target of ours is compiled with.
option(PARTERRE_WARNINGS_AS_ERRORS "Treat compiler warnings as errors" ON)
set(PARTERRE_SANITIZE "" CACHE STRING "Sanitizers to build with, e.g. address,undefined or thread")

add_library(parterre_options INTERFACE)
target_include_directories(parterre_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_features(parterre_options INTERFACE cxx_std_20)
target_compile_options(parterre_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
    -Woverloaded-virtual -Wcast-align -Wformat=2
    $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess> # lets ccache see through precompiled headers
    # g++ 12 and 13 see overruns inside std::string's own inlined code that are not there (GCC bugs
    # 105329 and 105651), only when optimising; the sanitizer builds look for real ones.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds -Wno-restrict -Wno-stringop-overflow>
    $<$<BOOL:${PARTERRE_WARNINGS_AS_ERRORS}>:-Werror>
)
if(PARTERRE_SANITIZE)
    target_compile_options(parterre_options INTERFACE
        -fsanitize=${PARTERRE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(parterre_options INTERFACE -fsanitize=${PARTERRE_SANITIZE})
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
