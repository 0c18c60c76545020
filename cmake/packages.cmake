# Debian packages, made by `scripts/build-packages` with CPack: a component each.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tesuji)
set(CPACK_PACKAGE_VENDOR "The Tesuji authors")
set(TESUJI_MAINTAINER "The Tesuji authors <tesuji@localhost.localdomain>" CACHE STRING "Name and address for the Debian packages")
set(CPACK_PACKAGE_CONTACT "${TESUJI_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "best moves in chess, shogi, Connect 4, Othello and Go")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL program library library-dev table-dev)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/src/capi)

# package(COMPONENT NAME SECTION DESCRIPTION): what Debian wants to know, and its two files.
function(package component name section description)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${description}" PARENT_SCOPE)
  set(made ${PROJECT_BINARY_DIR}/debian/${name})
  file(READ ${PROJECT_SOURCE_DIR}/LICENSE license)
  file(WRITE ${made}/copyright "Tesuji, by the Tesuji authors\n\n${license}")
  file(WRITE ${made}/changelog.Debian
    "tesuji (${PROJECT_VERSION}-1) unstable; urgency=medium\n\n  * Built from source.\n\n -- ${CPACK_PACKAGE_CONTACT}  Mon, 16 Nov 2026 12:00:00 +0000\n")
  execute_process(COMMAND gzip -9nf ${made}/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)
  install(FILES ${made}/copyright ${made}/changelog.Debian.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name}
    COMPONENT ${component})
endfunction()

package(program tesuji misc
  "Tesuji finds the best move: proved where a proof is possible, searched where it is not. It is a UCI engine for chess, a USI engine for shogi, a solver for Connect 4, for Othello endgames and for Go problems of life and death, and a web server with a page for all of them.")
package(library libtesuji1 libs
  "The engines of Tesuji behind a C interface: requests and answers in JSON, progress callbacks, and transposition tables.")
package(library-dev libtesuji-dev libdevel
  "The header, the CMake package and the pkg-config file for programs that use the engines of Tesuji through its C interface.")
package(table-dev libtesuji-tt-dev libdevel
  "A transposition table for game-playing programs, as C++20 headers: shared by threads without a lock, with several layouts and replacement policies, statistics and snapshots on disk.")

file(WRITE ${PROJECT_BINARY_DIR}/debian/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/debian/triggers)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY "=")
set(CPACK_DEBIAN_LIBRARY-DEV_PACKAGE_DEPENDS "libtesuji1 (= ${PROJECT_VERSION}-1)")
set(CPACK_DEBIAN_LIBRARY-DEV_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_TABLE-DEV_PACKAGE_SHLIBDEPS OFF)
include(CPack)
