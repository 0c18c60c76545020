# Installs the table alone and builds tests/tt/consumer against what was installed, with find_package, with pkg-config,
# and with FetchContent against the sources.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGV}\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${BINARY})
set(common -G Ninja -DCMAKE_CXX_COMPILER=${COMPILER})
run(${CMAKE_COMMAND} ${common} -S ${SOURCE} -B ${BINARY}/table -DTESUJI_APP=OFF -DTESUJI_TESTS=OFF
  -DCMAKE_INSTALL_PREFIX=${BINARY}/prefix)
run(${CMAKE_COMMAND} --install ${BINARY}/table)
run(${CMAKE_COMMAND} ${common} -S ${SOURCE}/tests/tt/consumer -B ${BINARY}/consumer -DCMAKE_PREFIX_PATH=${BINARY}/prefix)
run(${CMAKE_COMMAND} --build ${BINARY}/consumer)
run(${BINARY}/consumer/consumer)

find_program(pkg_config pkg-config)
if(pkg_config)
  file(GLOB_RECURSE pc_file ${BINARY}/prefix/*.pc)
  execute_process(COMMAND ${pkg_config} --cflags --libs ${pc_file} OUTPUT_VARIABLE flags
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run(${COMPILER} -std=c++20 ${SOURCE}/tests/tt/consumer/main.cpp ${flags} -o ${BINARY}/with-pkg-config)
  run(${BINARY}/with-pkg-config)
else()
  message("pkg-config is not installed: not tested")
endif()

run(${CMAKE_COMMAND} ${common} -S ${SOURCE}/tests/tt/fetching -B ${BINARY}/fetching -DTESUJI_SOURCE=${SOURCE})
run(${CMAKE_COMMAND} --build ${BINARY}/fetching)
run(${BINARY}/fetching/fetching)
