// SPDX-License-Identifier: Apache-2.0
#include "core/engine/child_process.h"

#include "core/model/cancelled.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <string_view>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

extern char** environ;

namespace parterre {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const std::string& what, int error) {
    throw std::runtime_error(fmt::format("{}: {}", what, std::generic_category().message(error)));
}

class Descriptor {
public:
    explicit Descriptor(int value = -1)
        : m_value(value) {}
    Descriptor(Descriptor&& other) noexcept
        : m_value(std::exchange(other.m_value, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(m_value, other.m_value);
        return *this;
    }
    ~Descriptor() { close(); }

    int get() const { return m_value; }
    bool isOpen() const { return m_value >= 0; }
    void close() {
        if (m_value >= 0)
            ::close(std::exchange(m_value, -1));
    }

private:
    int m_value;
};

struct Pipe {
    Pipe() {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) != 0)
            fail("a pipe", errno);
        from = Descriptor(ends[0]);
        to = Descriptor(ends[1]);
    }
    Descriptor from;
    Descriptor to;
};

/// The environment with some variables replaced, as the system calls want it.
class Environment {
public:
    explicit Environment(const std::map<std::string, std::string>& changes) {
        for (char** entry = environ; *entry != nullptr; ++entry) {
            const std::string_view text = *entry;
            if (!changes.contains(std::string(text.substr(0, text.find('=')))))
                m_texts.emplace_back(text);
        }
        for (const auto& [name, value] : changes)
            m_texts.push_back(fmt::format("{}={}", name, value));
    }
    std::vector<char*> pointers() {
        std::vector<char*> pointers;
        for (std::string& text : m_texts)
            pointers.push_back(text.data());
        pointers.push_back(nullptr);
        return pointers;
    }

private:
    std::vector<std::string> m_texts;
};

/// Signals are as at the start of a program, whatever this one does with them.
class SpawnSettings {
public:
    SpawnSettings() {
        posix_spawnattr_init(&attributes);
        posix_spawn_file_actions_init(&actions);
        sigset_t none, reset;
        sigemptyset(&none);
        sigemptyset(&reset);
        for (const int signal : {SIGINT, SIGTERM, SIGPIPE})
            sigaddset(&reset, signal);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &reset);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;
    ~SpawnSettings() {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawnattr_t attributes{};
    posix_spawn_file_actions_t actions{};
};

class Child {
public:
    Child(const std::string& program, std::vector<std::string> arguments, Environment environment) {
        SpawnSettings settings;
        Pipe output, messages;
        posix_spawn_file_actions_addopen(&settings.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&settings.actions, output.to.get(), STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&settings.actions, messages.to.get(), STDERR_FILENO);
        arguments.insert(arguments.begin(), program);
        std::vector<char*> pointers;
        for (std::string& argument : arguments)
            pointers.push_back(argument.data());
        pointers.push_back(nullptr);
        const int error = posix_spawn(
            &m_id, program.c_str(), &settings.actions, &settings.attributes, pointers.data(),
            environment.pointers().data());
        if (error != 0)
            fail(program, error);
        m_out = std::move(output.from);
        m_err = std::move(messages.from);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        if (m_id <= 0)
            return;
        kill(m_id, SIGKILL);
        wait();
    }

    /// Reads for a while. False once both outputs are closed.
    bool readSome() {
        constexpr int wait = 50; // ms
        std::array<pollfd, 2> files{pollfd{m_out.get(), POLLIN, 0}, pollfd{m_err.get(), POLLIN, 0}};
        if (poll(files.data(), files.size(), wait) < 0 && errno != EINTR)
            fail("waiting for a program", errno);
        if (files[0].revents != 0)
            readFrom(m_out, out);
        if (files[1].revents != 0)
            readFrom(m_err, err);
        return m_out.isOpen() || m_err.isOpen();
    }

    void askToEnd() const { kill(m_id, SIGTERM); }

    /// Its exit status; -1 for one that ended by a signal.
    int wait() {
        int status = 0;
        while (waitpid(m_id, &status, 0) < 0 && errno == EINTR) {
        }
        m_id = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

    std::string out;
    std::string err;

private:
    static void readFrom(Descriptor& file, std::string& text) {
        std::array<char, 1U << 16U> buffer{};
        const ssize_t count = read(file.get(), buffer.data(), buffer.size());
        if (count > 0)
            text.append(buffer.data(), static_cast<std::size_t>(count));
        else if (count == 0 || errno != EINTR)
            file.close();
    }

    pid_t m_id = -1;
    Descriptor m_out;
    Descriptor m_err;
};

} // namespace

std::string outputOfChild(
    const std::string& program, const std::vector<std::string>& arguments,
    const std::map<std::string, std::string>& environment, const std::stop_token& stop) {
    constexpr auto patience = std::chrono::seconds(5);
    if (stop.stop_requested())
        throw Cancelled();
    Child child(program, arguments, Environment(environment));
    auto deadline = Clock::time_point::max();
    while (child.readSome()) {
        if (!stop.stop_requested())
            continue;
        if (deadline == Clock::time_point::max()) {
            child.askToEnd();
            deadline = Clock::now() + patience;
        }
        if (Clock::now() > deadline)
            break; // leaving kills it
    }
    if (stop.stop_requested())
        throw Cancelled();
    if (const int status = child.wait(); status != 0)
        throw std::runtime_error(fmt::format(
            "{} ended with status {}: {}", program, status,
            child.err.substr(0, child.err.find_last_not_of('\n') + 1)));
    return std::move(child.out);
}

} // namespace parterre
