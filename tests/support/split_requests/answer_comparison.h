// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/split_requests/split_request.h"

#include <string>
#include <vector>

namespace parterre::test {

/// A request with the answer that a device gave: one line of a recording.
struct AnsweredRequest {
    SplitRequest request;
    Json answer;

    std::string line() const;
    /// Throws InputError.
    static AnsweredRequest parse(const Json& value);
};

/// Every field in which two answers to a request differ, a sentence each.
std::vector<std::string>
differencesOf(const SplitRequest& request, const Json& recorded, const Json& here);

} // namespace parterre::test
