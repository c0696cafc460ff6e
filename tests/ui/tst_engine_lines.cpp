// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/line_splitter.h"

#include <QTest>

using parterre::ui::LineSplitter;

class TestLineSplitter : public QObject {
    Q_OBJECT
private slots:
    void givesTheSameLinesHoweverTheBytesCome();
    void refusesALineBeyondTheLimit();
    void takesALineOfJustTheLimit();
};

void TestLineSplitter::givesTheSameLinesHoweverTheBytesCome() {
    const QByteArray bytes = "one\ntwo\n\nthree is longer\n";
    const QList<QByteArray> expected{"one", "two", "three is longer"};
    for (qsizetype piece = 1; piece <= bytes.size(); ++piece) {
        LineSplitter splitter(100);
        QList<QByteArray> lines;
        for (qsizetype at = 0; at < bytes.size(); at += piece)
            lines += splitter.append(bytes.mid(at, piece));
        QCOMPARE(lines, expected);
    }
}

void TestLineSplitter::refusesALineBeyondTheLimit() {
    LineSplitter splitter(8);
    QCOMPARE(splitter.append("short\n123456789"), QList<QByteArray>{"short"});
    QVERIFY(splitter.isOverlong());
    QVERIFY(splitter.append("\nmore\n").isEmpty());
    splitter.clear();
    QCOMPARE(splitter.append("again\n"), QList<QByteArray>{"again"});
}

void TestLineSplitter::takesALineOfJustTheLimit() {
    LineSplitter splitter(8);
    QCOMPARE(splitter.append("12345678\n"), QList<QByteArray>{"12345678"});
    QVERIFY(!splitter.isOverlong());
}

QTEST_GUILESS_MAIN(TestLineSplitter)
#include "tst_engine_lines.moc"
