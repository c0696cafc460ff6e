// SPDX-License-Identifier: Apache-2.0
#include "tests/examples/two_partitions.h"
#include "tests/gpu/real_gpu.h"

#include <QRegularExpression>
#include <QTest>

using namespace parterre::test;

/// The example of docs/examples on the real GPU.
class TestGpuExamples : public QObject {
    Q_OBJECT

    RealGpu m_gpu;

private slots:
    void initTestCase() { PARTERRE_NEEDS_GPU(m_gpu); }

    void twoPartitions() {
        const ExampleRun run = runTwoPartitions({"gpu:0"});
        QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
        QCOMPARE(run.lines.size(), 3);
        QVERIFY(run.lines[0].startsWith(QString::fromStdString(m_gpu.device().name()) + ": "));
        QVERIFY(run.lines[1].contains(
            QRegularExpression("^64 and 20 SMs would be [0-9]+ and [0-9]+$")));
        QCOMPARE(run.lines[2], "filled 1048576 of 1048576 words, copied 1048576");
    }
};

QTEST_GUILESS_MAIN(TestGpuExamples)
#include "tst_gpu_examples.moc"
