# SPDX-License-Identifier: CC0-1.0
# parterre_test(NAME tst_x SOURCES … LIBRARIES … LABELS … ENVIRONMENT …): one Qt Test program, run in
# an environment that looks the same on every machine. It is also installed, as component `tests`,
# with a line in tests/list.txt, so that tools/bundle can carry it to a machine that builds nothing.
set(PARTERRE_TEST_DIR libexec/parterre/tests)
set(PARTERRE_TEST_LIST ${CMAKE_BINARY_DIR}/tests/list.txt)
file(WRITE ${PARTERRE_TEST_LIST} "")

option(PARTERRE_RELOCATABLE_TESTS
    "Tests look for their files from the folder they are run in, laid out as tools/bundle does" OFF)
if(PARTERRE_RELOCATABLE_TESTS)
    set(PARTERRE_TEST_DATA_DIR tests/data)
else()
    set(PARTERRE_TEST_DATA_DIR ${PROJECT_SOURCE_DIR}/tests/data)
endif()

# parterre_test_file(TARGET VARIABLE): TARGET is a program or library that tests start or load. It is
# installed beside them, and VARIABLE set to where they find it.
function(parterre_test_file target variable)
    install(TARGETS ${target} DESTINATION ${PARTERRE_TEST_DIR} COMPONENT tests EXCLUDE_FROM_ALL)
    if(PARTERRE_RELOCATABLE_TESTS)
        set(${variable} ${PARTERRE_TEST_DIR}/$<TARGET_FILE_NAME:${target}> PARENT_SCOPE)
    else()
        set(${variable} $<TARGET_FILE:${target}> PARENT_SCOPE)
    endif()
endfunction()

function(parterre_test)
    cmake_parse_arguments(ARG "" "NAME" "SOURCES;LIBRARIES;LABELS;ENVIRONMENT" ${ARGN})
    add_executable(${ARG_NAME} ${ARG_SOURCES})
    set_target_properties(${ARG_NAME} PROPERTIES AUTOMOC ON)
    target_link_libraries(${ARG_NAME} PRIVATE parterre_options Qt6::Core Qt6::Test ${ARG_LIBRARIES})
    target_compile_definitions(${ARG_NAME} PRIVATE
        PARTERRE_TEST_DATA="${PARTERRE_TEST_DATA_DIR}")
    add_test(NAME ${ARG_NAME} COMMAND ${ARG_NAME})
    set_tests_properties(${ARG_NAME} PROPERTIES
        LABELS "${ARG_LABELS}"
        TIMEOUT 900 # only ends what hangs: with a sanitizer on a busy machine, tests are ten times as long
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;TZ=UTC;QT_STYLE_OVERRIDE=Fusion;XDG_CONFIG_HOME=${CMAKE_BINARY_DIR}/test-config;XDG_RUNTIME_DIR=${CMAKE_BINARY_DIR}/test-runtime;${ARG_ENVIRONMENT}")

    install(TARGETS ${ARG_NAME} DESTINATION ${PARTERRE_TEST_DIR} COMPONENT tests EXCLUDE_FROM_ALL)
    file(APPEND ${PARTERRE_TEST_LIST} "${ARG_NAME} ${ARG_LABELS}\n")
endfunction()
