// SPDX-License-Identifier: Apache-2.0
// Every rate that was recorded on the H200, put to the simulated one. docs/simulator.md says how
// each is measured.
#include "tests/core/simulator/busy_streams.h"
#include "tests/core/simulator/recorded_figures.h"

#include <QTest>

#include <string>

using namespace parterre;
using namespace parterre::abi;
using namespace parterre::test;

namespace {

/// The slowest and the fastest of 66 partitions on 8 connections were recorded twice, as 8 and as
/// the default: 0.058 and 0.099, 0.243 and 0.206. So such a figure repeats within 31 % of the
/// middle, and no rule comes nearer to both.
constexpr double extremesOfMany = 0.31;
constexpr const char* recordedTwice = "(recorded twice on 8: 0.058, 0.099 and 0.243, 0.206)";

constexpr double copiesOf16Alone = 0.20;

class RecordedRates {
public:
    bool compareLine(const Json& line) {
        const std::string kind = line["k"];
        if (kind == "scale")
            return compareScale(line);
        if (kind == "together")
            return compareTogether(line);
        if (kind == "interfere")
            return compareInterference(line);
        if (kind == "copyU")
            return compareSmallGrids(line);
        if (kind == "memcpyD2D")
            return m_figures.compare("cuMemcpyDtoDAsync GB/s", line["gbs"], memcpyRate());
        if (kind == "conn")
            return compareConnections(line);
        return false;
    }

    const RecordedFigures& figures() const { return m_figures; }

private:
    bool compareScale(const Json& line) {
        const auto asked = line["ask"].get<unsigned>();
        const auto sms = line["sm"].get<unsigned>();
        const std::string name = std::to_string(sms) + " SMs ";
        bool good =
            m_figures.compare(name + "granted", sms, grantedFor(asked == 0 ? sms : asked), 0);
        good &= m_figures.compare(name + "fma TFLOP/s", line["tflops"], rateAlone(sms, false));
        good &= m_figures.compare(name + "copy GB/s", line["gbs"], rateAlone(sms, true));
        return good;
    }

    static double grantedFor(unsigned asked) {
        SimulatedGpu gpu;
        return gpu.split(gpu.deviceResource(), 1, asked).groups.front().sm.smCount;
    }

    bool compareTogether(const Json& line) {
        const auto parts = line["parts"].get<unsigned>();
        const auto sms = line["sm"].get<unsigned>();
        const bool copies = line["mode"] == "copy_gbs";
        const std::string name = std::to_string(parts) + " x " + std::to_string(sms) + " SMs " +
                                 (copies ? "copy GB/s " : "fma TFLOP/s ");
        const RatesTogether together = ratesTogether(parts, sms, copies, 8);
        // 16 SMs alone copied 1526 GB/s in `scale`, and again 1529 in whichever GPCs on the same
        // GPU a day later, but 1287.5 here: no rule explains both, and the model follows the
        // former.
        const bool contradicted = copies && sms == 16;
        bool good = m_figures.compare(
            name + "alone", line["alone"], rateAlone(sms, copies, parts),
            contradicted ? copiesOf16Alone : RecordedFigures::usual,
            contradicted ? "(1526 in `scale`)" : "");
        good &= m_figures.compare(name + "slowest", line["min"], together.min);
        good &= m_figures.compare(name + "fastest", line["max"], together.max);
        good &= m_figures.compare(name + "sum", line["sum"], together.sum);
        return good;
    }

    bool compareInterference(const Json& line) {
        const auto sms = line["victim_sm"].get<unsigned>();
        const auto beside = [&](bool copies, bool neighbourCopies) {
            SimulatedGpu gpu;
            const auto split = gpu.split(gpu.deviceResource(), 1, sms);
            std::vector<BusyStream> streams{
                makeBusyStream(gpu, gpu.createContext(split.groups), copies),
                makeBusyStream(gpu, gpu.createContext({split.remainder}), neighbourCopies)};
            measure(gpu, streams);
            return streams.front().rate;
        };
        bool good = m_figures.compare("copy GB/s alone", line["copy_alone"], rateAlone(sms, true));
        good &=
            m_figures.compare("copy GB/s beside copy", line["copy_vs_memhog"], beside(true, true));
        good &=
            m_figures.compare("copy GB/s beside fma", line["copy_vs_fmahog"], beside(true, false));
        good &= m_figures.compare("fma TFLOP/s alone", line["fma_alone"], rateAlone(sms, false));
        good &= m_figures.compare(
            "fma TFLOP/s beside copy", line["fma_vs_memhog"], beside(false, true));
        good &= m_figures.compare(
            "fma TFLOP/s beside fma", line["fma_vs_fmahog"], beside(false, false));
        return good;
    }

    /// Copies by grid size and by vectors that a thread holds. Blocks of the catalogue's kernel
    /// hold 256 x 4 vectors; the recorded ones had 1024 threads, so that a grid of so many of these
    /// has as many bytes under way.
    bool compareSmallGrids(const Json& line) {
        const auto grid = line["grid"].get<unsigned>();
        bool good = true;
        for (const unsigned held : {1U, 2U, 4U, 8U}) {
            const std::string key = "u" + std::to_string(held);
            const std::string name = "copy GB/s, grid " + std::to_string(grid) + ", " + key;
            good &= m_figures.compare(name, line[key], rateOfGrid(grid * held));
        }
        m_figures.skip(
            "read GB/s, grid " + std::to_string(grid), "no kernel of the catalogue only reads");
        return good;
    }

    static double rateOfGrid(unsigned blocks) {
        constexpr std::size_t bytes = std::size_t{512} << 20U;
        SimulatedGpu gpu;
        const auto source = gpu.allocate(bytes);
        const auto destination = gpu.allocate(bytes);
        return gpu.rateOf(2.0 * bytes, [&] {
            return gpu.launchCopy(nullptr, blocks, destination, source, bytes);
        });
    }

    static double memcpyRate() {
        constexpr std::size_t bytes = std::size_t{1} << 30U;
        SimulatedGpu gpu;
        const auto source = gpu.allocate(bytes);
        const auto destination = gpu.allocate(bytes);
        return gpu.rateOf(2.0 * bytes, [&] {
            return gpu->cuMemcpyDtoDAsync(destination, source, bytes, nullptr);
        });
    }

    bool compareConnections(const Json& line) {
        const std::string connections = line["max_connections"];
        const int count = connections == "default" ? 8 : std::stoi(connections);
        const auto parts = line["parts"].get<unsigned>();
        const auto sms = line["sm"].get<unsigned>();
        const std::string name =
            std::to_string(parts) + " x " + std::to_string(sms) + " SMs on " + connections + ", ";
        const RatesTogether together = ratesTogether(parts, sms, false, count, sms == 2 ? 1 : 0);
        const bool many = parts == 66;
        bool good =
            m_figures.compare(name + "alone", line["alone_tflops"], rateAlone(sms, false, parts));
        good &= m_figures.compare(name + "sum", line["sum"], together.sum);
        good &= m_figures.compare(
            name + "slowest", line["min"], together.min,
            many ? extremesOfMany : RecordedFigures::usual, many ? recordedTwice : "");
        good &= m_figures.compare(
            name + "fastest", line["max"], together.max,
            many ? extremesOfMany : RecordedFigures::usual, many ? recordedTwice : "");
        return good;
    }

    RecordedFigures m_figures;
};

/// Those of performance.jsonl that are no rates.
bool isLatencyOrCost(const std::string& kind) {
    for (const char* const other :
         {"iso", "launch_us", "cost_us", "split_cost_us", "many", "globaltimer"})
        if (kind == other)
            return true;
    return false;
}

} // namespace

class TestRecordedRates : public QObject {
    Q_OBJECT

private slots:
    void performance();
    void hardwareConnections();
};

void TestRecordedRates::performance() {
    RecordedRates rates;
    int lines = 0;
    int good = 0;
    for (const Json& line : recording("performance.jsonl")) {
        if (isLatencyOrCost(line["k"]))
            continue;
        ++lines;
        good += rates.compareLine(line) ? 1 : 0;
    }
    const RecordedFigures& figures = rates.figures();
    qInfo(
        "performance.jsonl, rates: %d lines, %d figures, %d within tolerance, %d not compared; "
        "largest deviation %.1f %%",
        lines, figures.compared(), figures.within(), figures.skipped(), 100 * figures.largest());
    QCOMPARE(lines, 33);
    QCOMPARE(good, lines);
}

void TestRecordedRates::hardwareConnections() {
    RecordedRates rates;
    int lines = 0;
    int good = 0;
    for (const Json& line : recording("hardware-connections.jsonl")) {
        ++lines;
        good += rates.compareLine(line) ? 1 : 0;
    }
    const RecordedFigures& figures = rates.figures();
    qInfo(
        "hardware-connections.jsonl: %d lines, %d figures, %d within tolerance; largest deviation "
        "of those held to 5 %%: %.1f %%",
        lines, figures.compared(), figures.within(), 100 * figures.largest());
    QCOMPARE(lines, 15);
    QCOMPARE(good, lines);
}

QTEST_GUILESS_MAIN(TestRecordedRates)
#include "tst_recorded_rates.moc"
