// SPDX-License-Identifier: Apache-2.0
#include "tests/examples/two_partitions.h"

#include <QTest>

using namespace parterre::test;

/// The example of docs/examples says what it should on each driver.
class TestExamples : public QObject {
    Q_OBJECT

private slots:
    void twoPartitions_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("as it comes") << QStringList{};
        for (const char* version : {"12.4", "12.5", "12.8", "13.0", "13.1", "13.4"})
            QTest::newRow(version) << QStringList{QString("sim:h200@%1").arg(version)};
    }
    void twoPartitions() {
        QFETCH(QStringList, arguments);
        const ExampleRun run = runTwoPartitions(arguments);
        QVERIFY2(run.exitCode == 0, qPrintable(run.errors));
        QCOMPARE(run.errors, QString());
        QCOMPARE(run.lines.size(), 3);
        QVERIFY2(
            run.lines[0].endsWith(": 132 SMs, at least 8 a partition, multiples of 8"),
            qPrintable(run.lines[0]));
        QCOMPARE(run.lines[1], "64 and 20 SMs would be 64 and 24");
        QCOMPARE(run.lines[2], "filled 1048576 of 1048576 words, copied 1048576");
    }

    void saysWhatIsWrong() {
        const ExampleRun run = runTwoPartitions({"sim:nothing"});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.errors.contains("nothing"), qPrintable(run.errors));
    }
};

QTEST_GUILESS_MAIN(TestExamples)
#include "tst_examples.moc"
