// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/abi.h"

#include <string>
#include <string_view>
#include <type_traits>

namespace parterre {

/// "0x7f…", as printf's %p; "null".
std::string renderAddress(const void* address);
/// "0x7f…"; device memory, which nobody looks into.
std::string renderAddress(abi::CUdeviceptr address);
/// The text, zero-terminated, in quotation marks.
std::string renderText(const char* text);
/// "{64 SMs}", "{limit 8, scope 0}"; of a type that it does not know the number.
std::string render(const abi::CUdevResource& resource);
/// "{16 SMs, co-scheduled 8, preferred 0, flags 0}"
std::string render(const abi::CU_DEV_SM_RESOURCE_GROUP_PARAMS& parameters);
/// "{grid 132x1x1, block 256x1x1, shared 0, stream 0x7f…}"; no attributes.
std::string render(const abi::CUlaunchConfig& configuration);
/// 32 digits, hexadecimal.
std::string render(const abi::CUuuid& uuid);
/// As many digits as tell it from all other floats.
std::string render(float value);

/// What is behind a pointer to it is the driver's own business (a handle) or the kernel's.
template <typename Pointee>
constexpr bool isOpaque = std::is_void_v<Pointee> || std::is_same_v<Pointee, void*> ||
                          std::is_same_v<Pointee, abi::CUjit_option> ||
                          std::is_same_v<Pointee, abi::CUlibraryOption> ||
                          (std::is_class_v<Pointee> &&
                           !requires(const Pointee& pointee) { render(pointee); });

/// An argument of a driver function as people read it. `written`: the call succeeded, so what its
/// output pointers point to may be read. Of an array the first element is shown: its length is
/// another argument's business.
template <typename Argument>
std::string renderArgument(Argument argument, bool written) {
    if constexpr (std::is_enum_v<Argument>) {
        return std::to_string(static_cast<int>(argument));
    } else if constexpr (std::is_same_v<Argument, abi::CUdeviceptr>) {
        return renderAddress(argument);
    } else if constexpr (std::is_integral_v<Argument>) {
        return std::to_string(argument);
    } else {
        using Pointee = std::remove_cv_t<std::remove_pointer_t<Argument>>;
        // Inputs are valid whatever came of the call; char* without const is an output.
        constexpr bool isInput = std::is_const_v<std::remove_pointer_t<Argument>>;
        if (argument == nullptr)
            return "null";
        if constexpr (std::is_same_v<Pointee, char>) {
            return isInput || written ? renderText(argument) : renderAddress(argument);
        } else if constexpr (isOpaque<Pointee>) {
            return renderAddress(argument);
        } else if (!isInput && !written) {
            return renderAddress(argument);
        } else if constexpr (std::is_pointer_v<Pointee>) {
            return renderAddress(*argument);
        } else if constexpr (std::is_integral_v<Pointee>) {
            return renderArgument(*argument, true);
        } else {
            return render(*argument);
        }
    }
}

/// "a=1, b=null": `names` is the list of arguments as written in driver_functions.def, with its
/// parentheses.
template <typename... Arguments>
std::string
renderArguments(std::string_view names, [[maybe_unused]] bool written, Arguments... arguments) {
    std::string text;
    [[maybe_unused]] const auto add = [&](const std::string& value) {
        const std::size_t begin = names.find_first_not_of("(, ");
        const std::size_t end = names.find_first_of(",)", begin);
        text += (text.empty() ? "" : ", ") + std::string(names.substr(begin, end - begin)) + '=' +
                value;
        names.remove_prefix(end);
    };
    (add(renderArgument(arguments, written)), ...);
    return text;
}

} // namespace parterre
