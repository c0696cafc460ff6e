# SPDX-License-Identifier: CC0-1.0
# parterre_test(NAME tst_x SOURCES … LIBRARIES … LABELS …): one Qt Test program, run in an
# environment that looks the same on every machine.
function(parterre_test)
    cmake_parse_arguments(ARG "" "NAME" "SOURCES;LIBRARIES;LABELS;ENVIRONMENT" ${ARGN})
    add_executable(${ARG_NAME} ${ARG_SOURCES})
    set_target_properties(${ARG_NAME} PROPERTIES AUTOMOC ON)
    target_link_libraries(${ARG_NAME} PRIVATE parterre_options Qt6::Core Qt6::Test ${ARG_LIBRARIES})
    target_compile_definitions(${ARG_NAME} PRIVATE
        PARTERRE_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data")
    add_test(NAME ${ARG_NAME} COMMAND ${ARG_NAME})
    set_tests_properties(${ARG_NAME} PROPERTIES
        LABELS "${ARG_LABELS}"
        TIMEOUT 300
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;TZ=UTC;QT_STYLE_OVERRIDE=Fusion;XDG_CONFIG_HOME=${CMAKE_BINARY_DIR}/test-config;XDG_RUNTIME_DIR=${CMAKE_BINARY_DIR}/test-runtime;PARTERRE_TEST_DATA=${PROJECT_SOURCE_DIR}/tests/data;${ARG_ENVIRONMENT}")
endfunction()
