// SPDX-License-Identifier: Apache-2.0
#include "core/engine/line_splitter.h"
#include "core/engine/request.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace parterre;

namespace {

/// Every answer is one line of JSON with an error in it.
void checkAnswer(const Json& answer) {
    const std::string line = protocol::line(answer);
    if (line.find('\n') != line.size() - 1)
        std::abort();
    if (!parseJson(line, "the answer")["error"]["code"].is_number_integer())
        std::abort();
}

} // namespace

/// Any bytes as the engine's input: each line a request, or the answer to one that is malformed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    LineSplitter splitter(4096);
    // In two pieces, as a pipe may give them.
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    splitter.feed(bytes.substr(0, size / 2));
    splitter.feed(bytes.substr(size / 2));
    splitter.finish();
    while (const auto line = splitter.next()) {
        if (line->text.size() > 4096 || line->text.find('\n') != std::string::npos)
            std::abort();
        try {
            const Request request = Request::parse(line->text);
            if (request.isNotification && !request.id.is_null())
                std::abort();
        } catch (const MalformedRequest& malformed) {
            checkAnswer(malformed.answer());
        }
    }
    return 0;
}
