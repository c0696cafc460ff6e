// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/errors.h"
#include "core/cuda/library.h"
#include "core/model/input_error.h"
#include "tests/core/cuda/partitioned_h200.h"
#include "tests/support/split_by_count.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

using namespace parterre;
using test::PartitionedH200;

namespace {

/// PARTERRE_STRESS_SECONDS; a second where it is not set.
std::chrono::duration<double> length() {
    bool ok = false;
    const double seconds = qEnvironmentVariable("PARTERRE_STRESS_SECONDS").toDouble(&ok);
    return std::chrono::duration<double>(ok && seconds > 0 ? seconds : 1);
}

/// What the threads hand to each other, so that objects end on other threads than they began on.
class Exchange {
public:
    std::shared_ptr<Stream> swap(std::size_t slot, std::shared_ptr<Stream> stream) {
        const std::scoped_lock lock(m_mutex);
        std::swap(m_streams[slot % m_streams.size()], stream);
        return stream;
    }
    void clear() {
        const std::scoped_lock lock(m_mutex);
        m_streams = {};
    }

private:
    std::mutex m_mutex;
    std::array<std::shared_ptr<Stream>, 16> m_streams;
};

class Stress {
public:
    explicit Stress(const PartitionedH200& gpu)
        : m_gpu(gpu)
        , m_primary(gpu.device.primaryContext())
        , m_library(loadEmbeddedKernels(m_primary)) {}

    void run(unsigned threads, std::chrono::duration<double> length) {
        const auto end = std::chrono::steady_clock::now() +
                         std::chrono::duration_cast<std::chrono::nanoseconds>(length);
        std::vector<std::thread> running;
        for (unsigned i = 0; i < threads; ++i)
            running.emplace_back([this, i, end] {
                try {
                    for (unsigned n = 0; n == 0 || std::chrono::steady_clock::now() < end; ++n) {
                        round(i, n);
                        ++m_rounds;
                    }
                } catch (const std::exception& error) {
                    fail(error.what());
                }
            });
        for (std::thread& thread : running)
            thread.join();
        m_exchange.clear();
        m_library.reset();
    }

    int rounds() const { return m_rounds; }
    const QString& failure() const { return m_failure; }
    const std::shared_ptr<Context>& primary() const { return m_primary; }

private:
    void fail(const QString& what) {
        const std::scoped_lock lock(m_failureMutex);
        m_failure = what;
    }
    void expect(bool holds, const char* what) {
        if (!holds)
            fail(what);
    }

    /// Splits, makes a context and streams, runs a kernel, looks handles up, closes or hands over.
    void round(unsigned thread, unsigned n) {
        constexpr std::size_t bytes = 1024;
        const Device& device = m_gpu.device;
        const unsigned sms = 8U << (thread + n) % 3;
        const auto groups = test::splitByCount(device.resources().sm(), 2, sms).groups;
        const auto context = device.createContext({groups[n % groups.size()]});
        auto stream = context->createStream();
        expect(Stream::fromHandle(m_gpu.driver, stream->handle()) == stream, "another stream");
        expect(Context::fromHandle(m_gpu.driver, context->handle()) == context, "another context");
        expect(device.primaryContext() == m_primary, "another primary context");

        const std::uint32_t value = thread << 16 | n;
        const Buffer buffer(context, bytes);
        Event done = context->createEvent();
        m_library->kernel("parterre_fill")
            .launch(*stream, {1, 256}, buffer.address(), bytes / 16ULL, value);
        done.record(*stream);
        done.synchronize();
        std::vector<std::uint32_t> words(bytes / sizeof(std::uint32_t));
        buffer.copyToHost(words.data(), bytes, *stream);
        stream->synchronize();
        expect(words == std::vector<std::uint32_t>(words.size(), value), "another thread's values");

        // Somebody else's, made in a context of which this may be the last user.
        if (const auto other = m_exchange.swap(thread + n, context->createStream())) {
            other->synchronize();
            expect(Stream::fromHandle(m_gpu.driver, other->handle()) == other, "another's stream");
        }
        const auto brief = device.createContext({groups[0]});
        const auto before = device.setCurrent(brief);
        expect(before == nullptr, "something was current");
        try {
            brief->close();
            fail("closed while current");
        } catch (const InputError&) {
            expect(device.setCurrent(before) == brief, "another one was current");
        }
        brief->close();
    }

    const PartitionedH200& m_gpu;
    std::shared_ptr<Context> m_primary;
    std::shared_ptr<Library> m_library;
    Exchange m_exchange;
    std::atomic<int> m_rounds = 0;
    std::mutex m_failureMutex;
    QString m_failure;
};

} // namespace

/// Everybody at once: meant for ThreadSanitizer (tools/test --tsan), right without it too.
class TestOwnershipThreads : public QObject {
    Q_OBJECT

private slots:
    void sixtyFourThreadsMakeAndDestroy() {
        const PartitionedH200 gpu;
        Stress stress(gpu);
        const std::size_t before = stress.primary()->memory().free;
        stress.run(64, length());
        qInfo("%d rounds", stress.rounds());
        QCOMPARE(stress.failure(), QString());
        QVERIFY(stress.rounds() >= 64);
        QCOMPARE(stress.primary()->memory().free, before);
        QCOMPARE(gpu.driver->handles().size(), 1U); // the primary context
    }
};

QTEST_GUILESS_MAIN(TestOwnershipThreads)
#include "tst_ownership_threads.moc"
