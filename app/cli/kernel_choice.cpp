// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/kernel_choice.h"

#include "app/cli/option_values.h"
#include "app/cli/text_file.h"
#include "core/model/input_error.h"
#include "core/workload/catalogue.h"

#include <filesystem>

namespace parterre::cli {

EditedKernel kernelChoice(const std::string& text, const std::string& limit) {
    const char* const option = "--kernel";
    EditedKernel kernel;
    const std::size_t equals = text.find('=');
    kernel.workload = equals == std::string::npos ? "custom" : text.substr(0, equals);
    Catalogue::find(kernel.workload, option);
    const std::string path = equals == std::string::npos ? text : text.substr(equals + 1);
    kernel.file = std::filesystem::path(path).filename().string();
    kernel.text = readTextFile(path, option);
    kernel.timeLimit = std::chrono::seconds(wholeNumber(
        limit, "--kernel-limit", static_cast<int>(EditedKernel::leastLimit.count()),
        static_cast<int>(EditedKernel::mostLimit.count())));
    // The rest of what is asked of one is said where it is read.
    return editedKernelFromJson(JsonReader(Json(kernel), option));
}

} // namespace parterre::cli
