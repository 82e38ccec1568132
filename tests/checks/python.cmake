# gltf_i_python_test(NAME ARGUMENT...): a test that is a Python program; skipped, and said so, where there is no python3.
find_package(Python3 3.6 COMPONENTS Interpreter QUIET)

function(gltf_i_python_test name)
  if(Python3_Interpreter_FOUND)
    add_test(NAME ${name} COMMAND ${Python3_EXECUTABLE} -B ${ARGN})
  else()
    add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "skipped: no python3")
  endif()
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77 SKIP_REGULAR_EXPRESSION "^skipped: ")
endfunction()
