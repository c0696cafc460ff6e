// SPDX-License-Identifier: Apache-2.0
// Puts requests to split a GPU to a driver, and writes each with its answer as one line of JSON; or
// puts recorded ones to another driver and says where it answers otherwise. So a simulated GPU is
// compared with a real one.
#include "core/driver/nvidia_driver.h"
#include "core/model/device_id.h"
#include "core/model/driver_version.h"
#include "core/simulator/simulated_driver.h"
#include "tests/support/split_requests/answer_comparison.h"
#include "tests/support/split_requests/request_executor.h"
#include "tests/support/split_requests/request_generator.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <span>
#include <sys/wait.h>
#include <unistd.h>

using namespace parterre;
using namespace parterre::test;

namespace {

constexpr const char* help =
    R"(split_requests --device ID [--seed N] [--count N] [--targeted] [--output FILE]
split_requests --device ID --replay FILE [--output FILE]

  --device ID     gpu:0, sim:h200, sim:FILE.json …
  --seed N        which requests; the same seed makes the same ones (1)
  --count N       how many (200)
  --targeted      where docs/simulator.md guesses, instead of anything
  --output FILE   where requests and answers go, one line each (standard output)
  --replay FILE   put the file's requests, and print every difference and the score

Ends with status 1 if an answer differs from the recorded one.
)";

/// Driver 580 keeps 4 MiB of every green context until the process ends.
constexpr std::size_t contextsPerProcess = 2000;

struct Options {
    std::string device;
    std::uint64_t seed = 1;
    std::size_t count = 200;
    bool targeted = false;
    std::string output;
    std::string replay;
};

std::uint64_t numberOf(const std::string& option, const std::string& text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        throw InputError(option, '"' + text + '"', "a whole number");
    return value;
}

Options optionsOf(std::span<char*> arguments) {
    Options options;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string option = arguments[i];
        if (option == "--targeted") {
            options.targeted = true;
            continue;
        }
        if (i + 1 == arguments.size())
            throw InputError("option", option, "what --help lists, with a value");
        const std::string value = arguments[++i];
        if (option == "--device")
            options.device = value;
        else if (option == "--seed")
            options.seed = numberOf(option, value);
        else if (option == "--count")
            options.count = numberOf(option, value);
        else if (option == "--output")
            options.output = value;
        else if (option == "--replay")
            options.replay = value;
        else
            throw InputError("option", option, "what --help lists");
    }
    if (options.device.empty())
        throw InputError("--device", "missing", "gpu:0, sim:h200 …");
    return options;
}

Device openDevice(const std::string& text) {
    const DeviceId id = DeviceId::parse(text, "--device");
    if (id.kind == DeviceId::Kind::simulated) {
        SimulationOptions simulation;
        simulation.driverVersion = id.driverVersion.value_or(0);
        simulation.clock = std::make_shared<VirtualClock>();
        return {std::make_shared<SimulatedDriver>(DeviceProfile::load(id.name), simulation), 0};
    }
    NvidiaDriver::OpenResult opened = NvidiaDriver::open();
    if (!opened.driver)
        throw std::runtime_error(opened.reason);
    return {std::move(opened.driver), static_cast<int>(numberOf("--device", id.name))};
}

std::vector<AnsweredRequest> requestsOf(const Options& options) {
    std::vector<AnsweredRequest> requests;
    if (!options.replay.empty()) {
        std::ifstream file(options.replay);
        if (!file)
            throw InputError("--replay", options.replay, "a file that can be read");
        std::string line;
        while (std::getline(file, line)) {
            const Json json = parseJson(line, options.replay);
            if (json.contains("request")) // the first line says where the answers are from
                requests.push_back(AnsweredRequest::parse(json));
        }
        return requests;
    }
    RequestGenerator generator(options.seed);
    if (options.targeted) {
        for (SplitRequest& request : generator.targeted(options.count))
            requests.push_back({std::move(request), {}});
        return requests;
    }
    for (std::size_t i = 0; i < options.count; ++i)
        requests.push_back({generator.any(), {}});
    return requests;
}

/// What the child process sends: a line that says what the device is, and an answer for each
/// request until one fails.
void answerInto(FILE* out, const std::string& deviceId, std::span<const AnsweredRequest> requests) {
    const Device device = openDevice(deviceId);
    const RequestExecutor executor(device);
    fmt::print(
        out, "{}\n",
        Json{{"device", device.name()}, {"driver", driverVersionText(device.driverVersion())}}
            .dump());
    for (const AnsweredRequest& request : requests) {
        Json answer;
        try {
            answer = executor.answer(request.request);
        } catch (const std::exception& error) {
            answer = {{"failed", error.what()}};
        }
        fmt::print(out, "{}\n", answer.dump());
        std::fflush(out);
        if (answer.is_object())
            return;
    }
}

using LineHandler = std::function<void(const std::string&)>;

/// Runs `work` in a process of its own, which ends with it, and hands on each line that it writes.
/// Returns the signal that ended it too early, or 0.
int inChild(const std::function<void(FILE*)>& work, const LineHandler& handle) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0)
        throw std::runtime_error("no pipe");
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        FILE* const out = fdopen(ends[1], "w");
        int status = 0;
        try {
            work(out);
        } catch (const std::exception& error) {
            fmt::print(stderr, "split_requests: {}\n", error.what());
            status = 1;
        }
        std::fclose(out);
        _exit(status);
    }
    close(ends[1]);
    FILE* const in = fdopen(ends[0], "r");
    char* line = nullptr;
    std::size_t capacity = 0;
    while (getline(&line, &capacity, in) > 0)
        handle(line);
    std::free(line); // NOLINT(cppcoreguidelines-no-malloc): getline's
    std::fclose(in);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

/// Puts all requests, in as many processes as it takes: one whose driver crashes takes no more than
/// its own request with it. `handle` gets the line about the device, and each answer in turn.
void answerAll(
    const std::string& device, std::span<const AnsweredRequest> requests,
    const std::function<void(const Json&)>& handle) {
    std::size_t answered = 0;
    bool announced = false;
    while (answered < requests.size()) {
        std::size_t end = answered;
        for (std::size_t contexts = 0; end < requests.size() && contexts < contextsPerProcess;
             ++end)
            contexts += requests[end].request.contextCount();
        const auto batch = requests.subspan(answered, end - answered);
        bool opened = false;
        const int signal = inChild(
            [&](FILE* out) { answerInto(out, device, batch); },
            [&](const std::string& line) {
                if (opened || !announced)
                    handle(parseJson(line, "answer"));
                answered += opened ? 1U : 0U;
                opened = announced = true;
            });
        if (!opened)
            throw std::runtime_error("the device could not be opened");
        if (signal != 0) {
            handle(Json{{"crashed", signal}});
            ++answered;
        }
        fmt::print(stderr, "{} of {} requests\n", answered, requests.size());
    }
}

int run(const Options& options) {
    const std::vector<AnsweredRequest> requests = requestsOf(options);
    const bool replays = !options.replay.empty();
    std::ofstream file;
    if (!options.output.empty())
        file.open(options.output);
    std::ostream& out = options.output.empty() ? std::cout : file;
    const bool writes = !replays || !options.output.empty();

    std::size_t next = 0;
    std::size_t equal = 0;
    answerAll(options.device, requests, [&](const Json& line) {
        if (line.is_object() && line.contains("device")) {
            if (writes)
                out << line.dump() << '\n';
            return;
        }
        const AnsweredRequest& asked = requests[next++];
        if (writes)
            out << AnsweredRequest{asked.request, line}.line() << std::endl;
        if (!replays)
            return;
        const auto differences = differencesOf(asked.request, asked.answer, line);
        equal += differences.empty() ? 1U : 0U;
        for (const std::string& difference : differences)
            fmt::print("request {}, {}\n", next, difference);
    });
    if (!out)
        throw InputError("--output", options.output, "a file that can be written");
    if (replays)
        fmt::print("{} of {} equal\n", equal, requests.size());
    return replays && equal != requests.size() ? 1 : 0;
}

} // namespace

int main(int argc, char** argv) {
    try {
        const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
        if (argc == 2 && std::string(argv[1]) == "--help") {
            fmt::print("{}", help);
            return 0;
        }
        return run(optionsOf(arguments));
    } catch (const std::exception& error) {
        fmt::print(stderr, "split_requests: {}\n", error.what());
        return 2;
    }
}
