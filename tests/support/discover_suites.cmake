# Lists the suites of a test program and writes a file with a test of ctest for each: one process runs all cases of a
# suite, so that they share the program's start and what they have in common. A suite of many cases is divided into
# shards (GoogleTest's GTEST_TOTAL_SHARDS). Called after a test program is linked, by crumple_test.
#   cmake -D PROGRAM=... -D LABEL=... -D RESULTS=... -D SECONDS=... -D FIXTURE=... -D FILE=... -P discover_suites.cmake
set(cases_in_a_shard 32)

execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE listed RESULT_VARIABLE failed TIMEOUT 60)
if(failed)
  message(FATAL_ERROR "${PROGRAM} --gtest_list_tests: ${failed}")
endif()
string(REGEX REPLACE "#[^\n]*" "" listed "${listed}")
string(REGEX MATCHALL "[^\n]+" lines "${listed}")
set(suites)
foreach(line ${lines})
  if(line MATCHES "^([^ ]+)\\. *$")
    set(suite ${CMAKE_MATCH_1})
    list(APPEND suites ${suite})
    set(count_${suite} 0)
  elseif(line MATCHES "^  ")
    math(EXPR count_${suite} "${count_${suite}} + 1")
  endif()
endforeach()

set(text)
foreach(suite ${suites})
  math(EXPR shards "(${count_${suite}} + ${cases_in_a_shard} - 1) / ${cases_in_a_shard}")
  foreach(shard RANGE 1 ${shards})
    set(name ${LABEL}.${suite})
    if(shards GREATER 1)
      string(APPEND name ".${shard}")
    endif()
    string(REPLACE "/" "." file ${name})
    math(EXPR index "${shard} - 1")
    string(APPEND text "add_test([=[${name}]=] [=[${PROGRAM}]=] [=[--gtest_filter=${suite}.*]=] --gtest_brief=1 "
      "[=[--gtest_output=xml:${RESULTS}/${file}.xml]=])\n"
      "set_tests_properties([=[${name}]=] PROPERTIES LABELS ${LABEL} TIMEOUT ${SECONDS} ENVIRONMENT "
      "[=[GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${index}]=]")
    if(FIXTURE)
      string(APPEND text " FIXTURES_SETUP ${FIXTURE}")
    endif()
    string(APPEND text ")\n")
  endforeach()
endforeach()
file(WRITE ${FILE} "${text}")
