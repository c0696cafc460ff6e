# SPDX-License-Identifier: CC0-1.0
# cmake --install puts the programs, what a desktop needs to know of them, and the libraries with their
# headers and CMake package in their usual places; `cpack -G DEB` makes a Debian package of the programs.
# Components: programs, library, tests (which tools/bundle installs).
set(data ${PROJECT_SOURCE_DIR}/resources)

install(TARGETS parterre-cli RUNTIME COMPONENT programs)
if(TARGET parterre)
    install(TARGETS parterre RUNTIME COMPONENT programs)
    install(FILES ${data}/parterre.desktop
        DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT programs)
    install(FILES ${data}/org.parterre.parterre.metainfo.xml
        DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT programs)
    install(FILES ${data}/icons/parterre.svg
        DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps COMPONENT programs)
    install(FILES ${data}/man/parterre.1
        DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT programs)
endif()
install(FILES ${data}/man/parterre-cli.1
    DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT programs)
install(DIRECTORY ${data}/devices
    DESTINATION ${CMAKE_INSTALL_DATADIR}/parterre COMPONENT programs FILES_MATCHING PATTERN "*.json")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/LICENSES
    DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT programs)

# find_package(parterre) then gives parterre::model and parterre::core. Headers include each other as
# "core/FOLDER/NAME.h", and so do users: include/parterre is on their path.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/parterre)
set_target_properties(parterre_model PROPERTIES EXPORT_NAME model)
set_target_properties(parterre_core PROPERTIES EXPORT_NAME core)
install(TARGETS parterre_model parterre_core EXPORT parterreTargets ARCHIVE COMPONENT library)
install(EXPORT parterreTargets NAMESPACE parterre::
    DESTINATION ${package_dir} COMPONENT library)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/core
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/parterre COMPONENT library
    FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/parterreConfig.cmake.in
    ${PROJECT_BINARY_DIR}/parterreConfig.cmake INSTALL_DESTINATION ${package_dir})
# Below 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/parterreConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/parterreConfig.cmake
    ${PROJECT_BINARY_DIR}/parterreConfigVersion.cmake
    DESTINATION ${package_dir} COMPONENT library)

set(CPACK_PACKAGE_CONTACT "The Parterre authors")
set(CPACK_PACKAGE_VENDOR "The Parterre authors")
set(CPACK_COMPONENTS_ALL programs)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "fonts-dejavu-core")
include(CPack)
