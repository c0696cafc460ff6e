// SPDX-License-Identifier: GPL-3.0-or-later
// The program where there is no display at all.
#include <QProcess>
#include <QTest>

namespace {
constexpr int patience = 20'000;
}

class TestProgram : public QObject {
    Q_OBJECT
private slots:
    void answersWithoutADisplay_data();
    void answersWithoutADisplay();
};

void TestProgram::answersWithoutADisplay_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("output");
    QTest::addColumn<QString>("error");
    QTest::newRow("help") << QStringList{"--help"} << 0 << "--screenshot"
                          << "";
    QTest::newRow("version") << QStringList{"--version"} << 0 << "parterre 0."
                             << "";
    QTest::newRow("mistyped") << QStringList{"--divice", "sim:h200"} << 2 << ""
                              << "divice";
    QTest::newRow("wrong size") << QStringList{"--size", "big"} << 2 << ""
                                << "1280x800";
    QTest::newRow("a window") << QStringList() << 1 << ""
                              << "no display";
}

void TestProgram::answersWithoutADisplay() {
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    QFETCH(QString, output);
    QFETCH(QString, error);
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(QLatin1String(name));
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(PARTERRE_PROGRAM), arguments);
    QVERIFY2(
        program.waitForStarted(patience),
        qPrintable(program.program() + QStringLiteral(": ") + program.errorString()));
    QVERIFY2(program.waitForFinished(patience), "the program opened a window, or hangs");
    const QString said = QString::fromUtf8(program.readAllStandardError());
    QCOMPARE(program.exitStatus(), QProcess::NormalExit);
    QVERIFY2(said.contains(error), qPrintable(said));
    QVERIFY(QString::fromUtf8(program.readAllStandardOutput()).contains(output));
    QCOMPARE(program.exitCode(), status);
}

QTEST_GUILESS_MAIN(TestProgram)
#include "tst_program.moc"
