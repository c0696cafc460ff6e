// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device_order.h"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>

namespace parterre {
namespace {

constexpr const char* orderVariable = "CUDA_DEVICE_ORDER";
constexpr const char* visibleVariable = "CUDA_VISIBLE_DEVICES";
constexpr const char* orderOfPci = "PCI_BUS_ID";

} // namespace

void settleDeviceOrder() {
    setenv(orderVariable, orderOfPci, 0);
}

std::vector<std::string> deviceOrderNotices() {
    std::vector<std::string> notices;
    const char* order = std::getenv(orderVariable);
    if (order != nullptr && std::string_view(order) != orderOfPci)
        notices.push_back(fmt::format(
            "{} is \"{}\": GPUs need not be counted as nvidia-smi does, which goes by {}",
            orderVariable, order, orderOfPci));
    if (const char* visible = std::getenv(visibleVariable))
        notices.push_back(fmt::format(
            "{} is \"{}\": other GPUs are hidden, and gpu:0 is the first of these", visibleVariable,
            visible));
    return notices;
}

} // namespace parterre
