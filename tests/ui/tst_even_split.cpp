// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/even_split.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <numeric>

using parterre::ui::evenSplit;

using Counts = std::vector<int>;

namespace {

Counts steps(int least, int step, int most) {
    Counts counts;
    for (int count = least; count <= most; count += step)
        counts.push_back(count);
    return counts;
}

} // namespace

class TestEvenSplit : public QObject {
    Q_OBJECT
private slots:
    void isAsEqualAsTheDriverAllows_data();
    void isAsEqualAsTheDriverAllows();
    void everySizeIsGrantable();
};

void TestEvenSplit::isAsEqualAsTheDriverAllows_data() {
    QTest::addColumn<int>("whole");
    QTest::addColumn<int>("parts");
    QTest::addColumn<Counts>("grantable");
    QTest::addColumn<Counts>("expected");
    const auto row = [](const char* name, int whole, int parts, const Counts& grantable,
                        const Counts& expected) {
        QTest::newRow(name) << whole << parts << grantable << expected;
    };
    Counts hopper = steps(8, 8, 128);
    hopper.push_back(132);
    row("halves", 64, 2, hopper, {32, 32});
    row("thirds", 64, 3, hopper, {24, 24, 16});
    row("quarters", 120, 4, hopper, {32, 32, 32, 24});
    row("some left over", 132, 2, hopper, {64, 64});
    row("in units of 2", 132, 4, steps(2, 2, 132), {34, 34, 32, 32});
    row("no counts are known", 11, 3, {}, {4, 4, 3});
    row("just enough", 24, 3, hopper, {8, 8, 8});
    row("too small", 16, 3, hopper, {});
    row("a large least", 40, 2, steps(16, 8, 128), {24, 16});
    row("less than two of the least", 24, 2, steps(16, 8, 128), {});
    row("nothing", 0, 2, {}, {});
}

void TestEvenSplit::isAsEqualAsTheDriverAllows() {
    QFETCH(int, whole);
    QFETCH(int, parts);
    QFETCH(Counts, grantable);
    QFETCH(Counts, expected);
    QCOMPARE(evenSplit(whole, parts, grantable), expected);
}

void TestEvenSplit::everySizeIsGrantable() {
    for (const auto& [least, step] : {std::pair{8, 8}, {2, 2}, {16, 8}, {4, 2}, {1, 1}}) {
        const Counts grantable = steps(least, step, 132);
        for (int whole = 1; whole <= 132; ++whole)
            for (int parts = 2; parts <= 4; ++parts) {
                const Counts sizes = evenSplit(whole, parts, grantable);
                const int most = (whole - least) / step * step + least; // that can be had of it
                QCOMPARE(sizes.empty(), whole < parts * least);
                if (sizes.empty())
                    continue;
                QCOMPARE(sizes.size(), static_cast<std::size_t>(parts));
                for (const int size : sizes)
                    QVERIFY(std::binary_search(grantable.begin(), grantable.end(), size));
                QVERIFY(std::is_sorted(sizes.begin(), sizes.end(), std::greater<>()));
                QVERIFY(sizes.front() - sizes.back() <= step);
                const int sum = std::accumulate(sizes.begin(), sizes.end(), 0);
                QVERIFY(sum <= whole && sum > most - step);
            }
    }
}

QTEST_GUILESS_MAIN(TestEvenSplit)
#include "tst_even_split.moc"
