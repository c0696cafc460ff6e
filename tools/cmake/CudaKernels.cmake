# SPDX-License-Identifier: CC0-1.0
# parterre_embed_kernels(TARGET): compiles resources/kernels with nvcc into one image for all
# architectures that the toolkit and Parterre have in common, and embeds it, together with the
# sources, which NVRTC compiles at run time for GPUs that the image is not for. Without a CUDA Toolkit
# the target is built all the same, with an empty image. No enable_language(CUDA): nvcc makes one
# file, it compiles no part of the program, so it need not agree with the C++ compiler in anything.
set(PARTERRE_CUDA AUTO CACHE STRING "Compile kernels for real GPUs: ON, OFF, or AUTO (if a CUDA Toolkit is found)")
set_property(CACHE PARTERRE_CUDA PROPERTY STRINGS AUTO ON OFF)

# Sets PARTERRE_NVCC and PARTERRE_NVCC_VERSION where there is a CUDA Toolkit 12.4 or newer.
function(parterre_find_nvcc)
    set(PARTERRE_NVCC_VERSION "" PARENT_SCOPE)
    if(PARTERRE_CUDA STREQUAL "OFF")
        return()
    endif()
    find_program(PARTERRE_NVCC nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda
        PATH_SUFFIXES bin DOC "CUDA compiler")
    if(NOT PARTERRE_NVCC)
        return()
    endif()
    execute_process(COMMAND ${PARTERRE_NVCC} --version OUTPUT_VARIABLE said ERROR_QUIET)
    if(said MATCHES "release ([0-9]+\\.[0-9]+)" AND CMAKE_MATCH_1 VERSION_GREATER_EQUAL 12.4)
        set(PARTERRE_NVCC_VERSION ${CMAKE_MATCH_1} PARENT_SCOPE)
    endif()
endfunction()

function(parterre_embed_kernels target)
    set(folder ${PROJECT_SOURCE_DIR}/resources/kernels)
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cu)
    parterre_find_nvcc()
    set(KERNEL_IMAGE "")
    if(PARTERRE_NVCC_VERSION)
        # Each machine code runs on later GPUs of the same generation too (90a on 9.0 alone: it has that one's
        # matrix instructions), and the newest one's PTX
        # on what comes after.
        if(PARTERRE_NVCC_VERSION VERSION_GREATER_EQUAL 13.0)
            set(architectures 75 80 86 89 90a 100 120)
        elseif(PARTERRE_NVCC_VERSION VERSION_GREATER_EQUAL 12.8)
            set(architectures 60 70 75 80 86 89 90a 100 120)
        else()
            set(architectures 60 70 75 80 86 89 90a)
        endif()
        set(flags "")
        foreach(architecture ${architectures})
            list(APPEND flags -gencode arch=compute_${architecture},code=sm_${architecture})
        endforeach()
        list(GET architectures -1 newest)
        string(REPLACE "a" "" newest ${newest})
        list(APPEND flags -gencode arch=compute_${newest},code=compute_${newest})
        if(PARTERRE_NVCC_VERSION VERSION_GREATER_EQUAL 12.8)
            list(APPEND flags --compress-mode=size)
        endif()

        set(KERNEL_IMAGE ${CMAKE_CURRENT_BINARY_DIR}/kernels.fatbin)
        add_custom_command(OUTPUT ${KERNEL_IMAGE}
            COMMAND ${PARTERRE_NVCC} -fatbin -O3 -std=c++17 -Wno-deprecated-gpu-targets
                -ccbin ${CMAKE_CXX_COMPILER} ${flags} -o ${KERNEL_IMAGE} ${folder}/catalogue.cu
            DEPENDS ${sources}
            COMMENT "Compiling the kernels for ${architectures}"
            VERBATIM)
        message(STATUS "CUDA Toolkit ${PARTERRE_NVCC_VERSION}: kernels for ${architectures}")
    else()
        set(sentence "No CUDA Toolkit 12.4 or newer: simulated GPUs work in full; on a real GPU the kernels are compiled at run time, which needs the toolkit's NVRTC there")
        if(PARTERRE_CUDA STREQUAL "ON")
            message(FATAL_ERROR "${sentence}")
        endif()
        message(STATUS "${sentence}")
    endif()

    # A library of its own, since CMake ties custom commands and file properties to the folder of
    # the target that uses them.
    set(source ${CMAKE_CURRENT_BINARY_DIR}/kernel_image.cpp)
    configure_file(${CMAKE_CURRENT_SOURCE_DIR}/kernel_image.cpp.in ${source} @ONLY)
    add_library(parterre_kernels OBJECT ${source})
    target_link_libraries(parterre_kernels PRIVATE parterre_options)
    if(KERNEL_IMAGE)
        set_source_files_properties(${source} PROPERTIES
            OBJECT_DEPENDS ${KERNEL_IMAGE} COMPILE_DEFINITIONS PARTERRE_HAS_KERNEL_IMAGE)
    endif()
    parterre_embed_kernel_sources(parterre_kernels "${sources}")
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:parterre_kernels>)
endfunction()

# Makes kernel_sources.cpp, a part of TARGET, of the .cu files: catalogue.cu, which includes the others.
function(parterre_embed_kernel_sources target sources)
    set(KERNEL_SOURCES_INCBIN "")
    set(KERNEL_SOURCES_DECLARATIONS "")
    set(KERNEL_SOURCES_HEADERS "")
    foreach(source ${sources})
        cmake_path(GET source STEM name)
        set(symbol parterre_kernel_source_${name})
        string(APPEND KERNEL_SOURCES_INCBIN
            "    .global ${symbol}\n${symbol}:\n    .incbin \"${source}\"\n    .byte 0\n")
        string(APPEND KERNEL_SOURCES_DECLARATIONS
            "extern \"C\" const char ${symbol}[]; // NOLINT(readability-identifier-naming)\n")
        if(NOT name STREQUAL "catalogue")
            string(APPEND KERNEL_SOURCES_HEADERS "        {\"${name}.cu\", ${symbol}},\n")
        endif()
    endforeach()
    set(generated ${CMAKE_CURRENT_BINARY_DIR}/kernel_sources.cpp)
    configure_file(${CMAKE_CURRENT_SOURCE_DIR}/kernel_sources.cpp.in ${generated} @ONLY)
    set_source_files_properties(${generated} PROPERTIES OBJECT_DEPENDS "${sources}")
    target_sources(${target} PRIVATE ${generated})
endfunction()
