// SPDX-License-Identifier: Apache-2.0
// Two GPUs behind one simulated driver, in virtual time.
#include "core/cuda/context.h"
#include "core/cuda/embedded_kernels.h"
#include "core/cuda/event.h"
#include "core/cuda/library.h"
#include "core/cuda/stream.h"
#include "core/model/input_error.h"
#include "core/simulator/simulated_driver.h"

#include <QTest>

using namespace parterre;

namespace {

std::shared_ptr<Driver> twoGpus() {
    SimulationOptions options;
    options.clock = std::make_shared<VirtualClock>();
    return std::make_shared<SimulatedDriver>(
        std::vector<DeviceProfile>{DeviceProfile::load("h200"), DeviceProfile::load("a100")},
        options);
}

/// 32 SMs of a GPU with one long kernel to run.
class Partition {
public:
    Partition(const std::shared_ptr<Driver>& driver, int ordinal)
        : m_device(driver, ordinal)
        , m_context(m_device.createContext({split()}))
        , m_stream(m_context->createStream())
        , m_library(loadEmbeddedKernels(m_context))
        , m_start(m_context)
        , m_end(m_context) {}

    void launch() {
        m_start.record(*m_stream);
        LaunchShape shape;
        shape.grid = 32 * 8 * 10;
        shape.block = 256;
        constexpr abi::CUdeviceptr nowhere = 0; // the kernel never writes there
        m_library->kernel("parterre_fma").launch(*m_stream, shape, nowhere, 512U, 0.5F, 1.0F);
        m_end.record(*m_stream);
    }
    double seconds() {
        m_end.synchronize();
        return m_end.secondsSince(m_start);
    }

private:
    SmResource split() const {
        return m_device.resources().sm().split({.count = 32}).groups.front();
    }

    Device m_device;
    std::shared_ptr<Context> m_context;
    std::shared_ptr<Stream> m_stream;
    std::shared_ptr<Library> m_library;
    Event m_start, m_end;
};

} // namespace

class TestTwoGpus : public QObject {
    Q_OBJECT
private slots:
    void theOtherAtWorkChangesNothing() {
        const auto driver = twoGpus();
        Partition first(driver, 0), second(driver, 1);
        first.launch();
        const double alone = first.seconds();
        second.launch();
        first.launch();
        const double together = first.seconds();
        QVERIFY(second.seconds() > 0);
        QVERIFY(alone > 0);
        QVERIFY2(qAbs(together / alone - 1) < 0.02, qPrintable(QString::number(together / alone)));
    }

    void aResourceOfTheOtherIsRefused() {
        const auto driver = twoGpus();
        const Device first(driver, 0), second(driver, 1);
        const SmSplit split = second.resources().sm().split({.count = 32});
        QVERIFY_EXCEPTION_THROWN(first.createContext({split.groups.front()}), InputError);
        try {
            first.createContext({split.groups.front()});
        } catch (const InputError& error) {
            QCOMPARE(error.field(), std::string("resources"));
            QVERIFY(error.allowed().find("H200") != std::string::npos);
        }
        QVERIFY(second.createContext({split.groups.front()}) != nullptr);
    }
};

QTEST_GUILESS_MAIN(TestTwoGpus)
#include "tst_two_gpus.moc"
