// SPDX-License-Identifier: Apache-2.0
// Edited kernels on the real GPU, in a real engine process.
#include "core/cuda/nvrtc_library.h"
#include "core/model/partition_plan.h"
#include "core/model/protocol.h"
#include "tests/cli/engine_process.h"
#include "tests/gpu/real_gpu.h"

#include <QElapsedTimer>
#include <QTest>

using namespace parterre;
using parterre::test::EngineProcess;

namespace {

Json kernel(const char* body, int limit) {
    return {
        {"workload", "custom"},
        {"file", "mine.cu"},
        {"text", std::string("#include \"block_log.cu\"\n"
                             "static __device__ void mineBlock(unsigned* words, unsigned long long "
                             "count, unsigned launch) { ") +
                     body +
                     " }\nextern \"C\" __global__ void parterre_custom(unsigned* words, unsigned "
                     "long long count, unsigned launch) { mineBlock(words, count, launch); }\n"},
        {"time_limit_s", limit}};
}

bool applies(EngineProcess& engine) {
    PartitionPlan plan = planOfCounts("gpu:0", {16, 16});
    plan.groups[0].workload = "custom";
    plan.groups[1].workload = "fma";
    return engine.ask("apply", {{"plan", plan}}).contains("result");
}

} // namespace

class TestGpuEditedKernel : public QObject {
    Q_OBJECT
    test::RealGpu m_gpu;

private slots:
    void initTestCase() {
        PARTERRE_NEEDS_GPU(m_gpu);
        const auto nvrtc = NvrtcLibrary::open(m_gpu.device().driverVersion());
        if (!nvrtc.library)
            QSKIP(nvrtc.reason.c_str());
    }

    void anEndlessOneIsStoppedAndTheNextRunWorks() {
        constexpr int limit = 2;
        EngineProcess engine;
        QVERIFY(applies(engine));
        QVERIFY(engine.ask("run", {{"device", "gpu:0"}, {"partitions", {1}}}).contains("result"));
        QElapsedTimer timer;
        timer.start();
        engine.send(
            "run", {{"device", "gpu:0"},
                    {"partitions", {0}},
                    {"kernel", kernel("while (true) atomicAdd(words, 1U);", limit)}});
        int told = 0;
        while (const auto message = engine.read())
            if (message->value("method", "") == protocol::notification::runFailed)
                ++told;
        QCOMPARE(told, 1);
        qInfo("the engine ended %lld ms after it was asked to run", timer.elapsed());

        EngineProcess next;
        QVERIFY(applies(next));
        const Json started = next.ask(
            "run", {{"device", "gpu:0"},
                    {"kernel", kernel("if (threadIdx.x == 0) words[0] = launch;", 5)}});
        QVERIFY2(started.contains("result"), started.dump().c_str());
        QVERIFY(next.ask("stop", {{"device", "gpu:0"}}).contains("result"));
    }
};

QTEST_GUILESS_MAIN(TestGpuEditedKernel)
#include "tst_gpu_edited_kernel.moc"
