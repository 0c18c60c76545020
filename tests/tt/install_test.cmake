# Installs the table alone, builds tests/tt/consumer against what was installed, and runs it.
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
