# What `cmake --install` writes: headers, libraries, a CMake package with components, pkg-config files.  Included by the root
# CMakeLists.txt, after every target exists.  All of it finds itself, so the prefix may be moved afterwards.
include(CMakePackageConfigHelpers)
set(_gltf_config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/gltf_accessor)

set(_gltf_installed_headers ${_gltf_headers})
if(NOT TARGET gltf_accessor_draco)
  list(FILTER _gltf_installed_headers EXCLUDE REGEX "/draco\\.h$")
endif()
install(FILES ${_gltf_installed_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/gltf_accessor)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/gltf_accessor)

# gltf_i_component(name target...): a component of the CMake package, of those targets that exist
set(_gltf_components)
function(gltf_i_component name)
  set(_targets)
  foreach(_target ${ARGN})
    if(TARGET ${_target})
      list(APPEND _targets ${_target})
    endif()
  endforeach()
  if(NOT _targets)
    return()
  endif()
  install(TARGETS ${_targets} EXPORT gltf_accessor-${name}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(EXPORT gltf_accessor-${name} NAMESPACE gltf_accessor:: DESTINATION ${_gltf_config_folder})
  set(_gltf_components ${_gltf_components} ${name} PARENT_SCOPE)
endfunction()

gltf_i_component(core gltf_accessor_core gltf_accessor_core_shared)
gltf_i_component(full gltf_accessor gltf_accessor_shared)
gltf_i_component(draco gltf_accessor_draco)

# What static libraries need beside themselves, for the package to find it again where it is used.
set(_gltf_needs_cjson OFF)
if(TARGET gltf_accessor AND NOT GLTF_CJSON_SOURCE)
  set(_gltf_needs_cjson ON)
endif()
set(_gltf_shared FALSE)
if(TARGET gltf_accessor_shared)
  set(_gltf_shared TRUE)
endif()
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/gltf_accessor-config.cmake.in
  ${PROJECT_BINARY_DIR}/package/gltf_accessor-config.cmake
  INSTALL_DESTINATION ${_gltf_config_folder} NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may change what programs rely on.
set(_gltf_compatibility SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(_gltf_compatibility SameMinorVersion)
endif()
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/gltf_accessor-config-version.cmake
  COMPATIBILITY ${_gltf_compatibility})
install(FILES ${PROJECT_BINARY_DIR}/package/gltf_accessor-config.cmake
  ${PROJECT_BINARY_DIR}/package/gltf_accessor-config-version.cmake DESTINATION ${_gltf_config_folder})

# ---- pkg-config ----

# gltf_i_flags_of(library out): how a linker is told of a library: -lNAME, and -L where it does not look by itself
function(gltf_i_flags_of library out)
  get_filename_component(_folder "${library}" DIRECTORY)
  get_filename_component(_name "${library}" NAME)
  string(REGEX REPLACE "^lib(.*)\\.(a|so|dylib|tbd|dll\\.a)$" "\\1" _name "${_name}")
  set(_flags "-l${_name}")
  if(NOT "${_folder}" IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
    string(REPLACE " " "\\ " _folder "${_folder}")
    string(PREPEND _flags "-L${_folder} ")
  endif()
  set(${out} ${_flags} PARENT_SCOPE)
endfunction()

# gltf_i_pkg_config(name description requires needed): needed is what the static library wants of the linker
function(gltf_i_pkg_config name description requires needed)
  # The prefix as seen from the file: as many steps up as the folder has parts.
  if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    set(_prefix "${CMAKE_INSTALL_PREFIX}")
  else()
    file(RELATIVE_PATH _up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
    string(REGEX REPLACE "/$" "" _up "${_up}")
    set(_prefix "\${pcfiledir}/${_up}")
  endif()
  foreach(_kind LIBDIR INCLUDEDIR)
    set(_${_kind} "${CMAKE_INSTALL_${_kind}}")
    if(NOT IS_ABSOLUTE "${_${_kind}}")
      string(PREPEND _${_kind} "\${prefix}/")
    endif()
  endforeach()
  set(_private "${needed}")
  set(_public "")
  if(NOT GLTF_BUILD_SHARED OR name MATCHES "draco") # there is only the static library: everybody has to link its needs
    set(_public " ${needed}")
    set(_private "")
  endif()
  configure_file(${PROJECT_SOURCE_DIR}/src/package/gltf_accessor.pc.in ${PROJECT_BINARY_DIR}/package/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/package/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

set(_gltf_needed "")
if(_gltf_needs_cjson)
  gltf_i_flags_of("${GLTF_CJSON_LIBRARY}" _gltf_needed)
endif()
if("core" IN_LIST _gltf_components)
  gltf_i_pkg_config(gltf_accessor_core "The decoder of gltf_accessor alone: no JSON, no heap, no files" "" "")
endif()
if("full" IN_LIST _gltf_components)
  gltf_i_pkg_config(gltf_accessor "Reads the numbers out of glTF 2.0 files" "" "${_gltf_needed}")
endif()
if("draco" IN_LIST _gltf_components)
  gltf_i_flags_of("${GLTF_DRACO_LIBRARY}" _gltf_needed)
  foreach(_library ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES}) # the C++ runtime
    if(_library MATCHES "^(stdc\\+\\+|c\\+\\+)$")
      string(APPEND _gltf_needed " -l${_library}")
    endif()
  endforeach()
  gltf_i_pkg_config(gltf_accessor_draco "Decoder of KHR_draco_mesh_compression for gltf_accessor" gltf_accessor "${_gltf_needed}")
endif()

# ---- The inspector: where there is only the shared library, it looks for it beside itself ----

if(TARGET gltf_inspect)
  install(TARGETS gltf_inspect RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(NOT TARGET gltf_accessor AND UNIX AND NOT IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" AND NOT IS_ABSOLUTE "${CMAKE_INSTALL_BINDIR}")
    file(RELATIVE_PATH _gltf_up "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
    set(_gltf_origin "$ORIGIN")
    if(APPLE)
      set(_gltf_origin "@loader_path")
    endif()
    set_target_properties(gltf_inspect PROPERTIES INSTALL_RPATH "${_gltf_origin}/${_gltf_up}")
  endif()
endif()
