// SPDX-License-Identifier: Apache-2.0
// Records the GPU, then lets the simulator answer the same splits.
#include "core/cuda/context.h"
#include "core/cuda/embedded_kernels.h"
#include "core/cuda/errors.h"
#include "core/cuda/stream.h"
#include "core/driver/result.h"
#include "core/model/input_error.h"
#include "core/probe/placement_probe.h"
#include "core/recorder/profile_recorder.h"
#include "core/simulator/simulated_driver.h"
#include "tests/gpu/real_gpu.h"

#include <chrono>
#include <vector>

using namespace parterre;
using test::RealGpu;

namespace {

struct Answer {
    std::string result;                  ///< what CUDA calls it, or why it was not asked
    std::vector<std::vector<int>> smIds; ///< where each part's kernels ran, the remainder's last
    bool operator==(const Answer&) const = default;
};

/// Splits and looks where the kernels of each part run.
Answer answerOf(const Device& device, const SmSplitOptions& options) {
    Answer answer;
    try {
        const auto library = loadEmbeddedKernels(device.primaryContext());
        const SmSplit split = device.resources().sm().split(options);
        std::vector<SmResource> parts = split.groups;
        if (split.remainder)
            parts.push_back(*split.remainder);
        for (const SmResource& part : parts) {
            const auto context = device.createContext({part});
            answer.smIds.push_back(observeSmIds(*context, *context->createStream(), library));
        }
        answer.result = "CUDA_SUCCESS";
    } catch (const CudaError& error) {
        answer.result = resultName(error.result());
    } catch (const InputError& error) {
        answer.result = error.what();
    }
    return answer;
}

QString textOf(const Answer& answer) {
    QString text = QString::fromStdString(answer.result) + ":";
    for (const auto& sms : answer.smIds) {
        text += " [";
        for (const int sm : sms)
            text += QString::number(sm) + ' ';
        text += ']';
    }
    return text;
}

} // namespace

class TestGpuProfile : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        PARTERRE_NEEDS_GPU(m_gpu);
        RecordOptions options;
        options.date = "2026-01-01";
        options.now = [] {
            using Clock = std::chrono::steady_clock;
            return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
        };
        m_profile = recordProfile(m_gpu.device(), options).profile;
        // As it is played: through its text, and by a driver of the same version.
        m_simulated = std::make_shared<SimulatedDriver>(
            DeviceProfile::fromJson(m_profile.toJson(), "recording"), m_gpu.driver()->version());
    }

    void recordsWhatIsKnownOfTheRecordedOne() {
        PARTERRE_NEEDS_GPU(m_gpu);
        PARTERRE_NEEDS_RECORDED_GPU(m_gpu);
        const DeviceProfile known = DeviceProfile::load("h200");
        QCOMPARE(m_profile.gpcs, known.gpcs);
        QCOMPARE(m_profile.attributes, known.attributes);
        QCOMPARE(m_profile.granularity->minPartitionSize, 8);
        QCOMPARE(m_profile.granularity->coscheduledAlignment, 8);
        QCOMPARE(m_profile.granularity->maxClusterBlocks, 16);
    }

    void splitsAsItsRecording_data() {
        QTest::addColumn<int>("groups");
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("flags");
        const int sms = m_profile.smCount;
        for (const int flags : {0, 1, 2})
            for (const auto& [groups, count] : std::vector<std::pair<int, int>>{
                     {1, 1},
                     {4, 1},
                     {2, 9},
                     {1, sms / 3},
                     {3, sms / 4},
                     {8, sms / 9},
                     {1, sms / 2 + 1},
                     {2, sms / 2},
                     {16, 8},
                     {1, sms - 1},
                     {1, sms},
                     {1, sms + 1}})
                QTest::addRow("%d of %d, flags %d", groups, count, flags)
                    << groups << count << flags;
    }
    void splitsAsItsRecording() {
        PARTERRE_NEEDS_GPU(m_gpu);
        QFETCH(const int, groups);
        QFETCH(const int, count);
        QFETCH(const int, flags);
        const bool hasClusters = m_profile.attribute(abi::CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) != 0;
        if (flags == 2 && !hasClusters)
            QSKIP("without thread-block clusters nothing shows which TPCs share a GPC");
        const SmSplitOptions options{
            .count = std::vector<int>(static_cast<std::size_t>(groups), count),
            .strategy = Strategy::byCount,
            .ignoreCoscheduling = flags == 1,
            .maxCluster = flags == 2};
        const Answer real = answerOf(m_gpu.device(), options);
        const Answer simulated = answerOf(Device(m_simulated, 0), options);
        QVERIFY2(
            real == simulated,
            qPrintable("real " + textOf(real) + "\nsimulated " + textOf(simulated)));
    }

private:
    RealGpu m_gpu;
    DeviceProfile m_profile;
    std::shared_ptr<SimulatedDriver> m_simulated;
};

QTEST_GUILESS_MAIN(TestGpuProfile)
#include "tst_gpu_profile.moc"
