# SPDX-License-Identifier: CC0-1.0
# cmake --install puts the programs and what a desktop needs to know of them in their usual places;
# `cpack -G DEB` makes a Debian package of that. Tests are a component of their own, which tools/bundle
# installs.
set(data ${PROJECT_SOURCE_DIR}/resources)

install(TARGETS parterre-cli RUNTIME COMPONENT programs)
if(TARGET parterre)
    install(TARGETS parterre RUNTIME COMPONENT programs)
    install(FILES ${data}/parterre.desktop
        DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT programs)
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
