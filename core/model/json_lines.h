// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace parterre {

/// The line, from 1, on which the value of a field begins in a JSON text, which must be valid.
/// `path` is as JsonReader names it: "groups[1].sm_count"; where part of it is missing in the text,
/// the line of the last value on the way that is there.
int lineOfField(std::string_view text, std::string_view path);

} // namespace parterre
