// SPDX-License-Identifier: Apache-2.0
// Every workload of the catalogue on the simulated H200, in virtual time: it runs, its results are
// right, a wrong one is noticed, and its parameters do what they say.
#include "core/cuda/buffer.h"
#include "core/cuda/context.h"
#include "core/cuda/embedded_kernels.h"
#include "core/model/input_error.h"
#include "core/simulator/simulated_driver.h"
#include "core/workload/catalogue.h"
#include "core/workload/verification_error.h"
#include "tests/support/fake_driver.h"

#include <QTest>

using namespace parterre;

namespace {

struct Place : WorkloadPlace {
    explicit Place(int sms = 32) {
        SimulationOptions options;
        options.clock = std::make_shared<VirtualClock>();
        const Device gpu(
            std::make_shared<SimulatedDriver>(DeviceProfile::load("h200"), options), 0);
        context = gpu.createContext(
            {gpu.resources()
                 .sm()
                 .split({.count = {sms}, .strategy = Strategy::byCount, .ignoreCoscheduling = true})
                 .groups.front()});
        stream = context->createStream();
        library = loadEmbeddedKernels(context);
    }

    Place& with(WorkloadParameters chosen) {
        parameters = std::move(chosen);
        return *this;
    }
};

/// Work a second of several launches after another one, by the simulated GPU's clock.
double rateOf(const std::string& name, const Place& place) {
    constexpr int launches = 5;
    const auto workload = Catalogue::make(name, place);
    workload->beginBatch(0);
    workload->launch();
    Event begin = place.context->createEvent();
    Event end = place.context->createEvent();
    begin.record(*place.stream);
    for (int i = 0; i < launches; ++i)
        workload->launch();
    end.record(*place.stream);
    end.synchronize();
    return launches * workload->workPerLaunch() / end.secondsSince(begin);
}

void eachName(const std::function<bool(const WorkloadInfo&)>& wanted) {
    QTest::addColumn<QString>("name");
    for (const WorkloadInfo& info : Catalogue::all())
        if (wanted(info))
            QTest::newRow(info.name.c_str()) << QString::fromStdString(info.name);
}

bool isVerified(const WorkloadInfo& info) {
    return Catalogue::make(info.name, Place())->isVerified();
}

} // namespace

class TestWorkloads : public QObject {
    Q_OBJECT

private slots:
    void eachRunsAndIsRight_data() {
        eachName([](const WorkloadInfo&) { return true; });
    }
    void eachRunsAndIsRight() {
        QFETCH(QString, name);
        const Place place;
        const auto workload = Catalogue::make(name.toStdString(), place);
        QVERIFY(workload->workPerLaunch() > 0);
        for (std::size_t slot : {std::size_t{0}, std::size_t{2}}) {
            workload->beginBatch(slot);
            workload->launch();
            workload->launch();
            workload->queueReadBack(slot);
        }
        place.stream->synchronize();
        for (std::size_t slot : {std::size_t{0}, std::size_t{2}})
            workload->verify(slot);
        workload->verifyAll();
    }

    /// A launch that is counted and did not run leaves the wrong sum: here its memory is
    /// overwritten.
    void aWrongResultIsNoticed_data() {
        eachName([](const WorkloadInfo& info) { return info.name != "fill" && isVerified(info); });
    }
    void aWrongResultIsNoticed() {
        QFETCH(QString, name);
        const Place place;
        const auto workload = Catalogue::make(name.toStdString(), place);
        workload->beginBatch(0);
        workload->launch();
        // Another workload of the same kind adds to its own sum and must not be seen.
        const auto other = Catalogue::make(name.toStdString(), place);
        other->launch();
        workload->verifyAll();
        workload->queueReadBack(1);
        workload->launch();
        place.stream->synchronize();
        workload->verify(1);
        workload->queueReadBack(1);
        // Not synchronised with what it expects now: the word of before.
        QVERIFY_EXCEPTION_THROWN(workload->verify(1), VerificationError);
    }

    void everyParameterIsAccepted_data() {
        eachName([](const WorkloadInfo&) { return true; });
    }
    /// The least value of each that starts no huge run; then all usual ones said aloud are the same
    /// as none.
    void everyParameterIsAccepted() {
        QFETCH(QString, name);
        const WorkloadInfo& info = Catalogue::find(name.toStdString());
        QVERIFY(!info.parameters.empty());
        WorkloadParameters usual;
        for (const WorkloadParameterInfo& parameter : info.parameters) {
            Place place;
            const auto least =
                Catalogue::make(info.name, place.with({{parameter.name, parameter.least}}));
            least->launch();
            place.stream->synchronize();
            if (parameter.usual)
                usual[parameter.name] = *parameter.usual;
        }
        QCOMPARE(
            Catalogue::make(info.name, Place().with(usual))->workPerLaunch(),
            Catalogue::make(info.name, Place())->workPerLaunch());
    }

    void everyParameterHasLimits_data() {
        eachName([](const WorkloadInfo&) { return true; });
    }
    void everyParameterHasLimits() {
        QFETCH(QString, name);
        const WorkloadInfo& info = Catalogue::find(name.toStdString());
        for (const WorkloadParameterInfo& parameter : info.parameters) {
            for (const std::int64_t wrong : {parameter.least - 1, parameter.most + 1}) {
                try {
                    Catalogue::make(info.name, Place().with({{parameter.name, wrong}}));
                    QFAIL("nothing thrown");
                } catch (const InputError& error) {
                    QCOMPARE(error.field(), "workload_parameters." + parameter.name);
                    QCOMPARE(error.value(), std::to_string(wrong));
                    QVERIFY(
                        error.allowed().find(std::to_string(parameter.most)) != std::string::npos);
                }
            }
        }
        QVERIFY_EXCEPTION_THROWN(
            Catalogue::make(info.name, Place().with({{"magic", 1}})), InputError);
    }

    void parametersChangeTheWork() {
        const double usual = Catalogue::make("fma", Place())->workPerLaunch();
        const auto work = [](const char* name, const WorkloadParameters& parameters) {
            return Catalogue::make(name, Place().with(parameters))->workPerLaunch();
        };
        QCOMPARE(work("fma", {{"intensity", 1024}}), 2 * usual);
        QCOMPARE(work("fma", {{"blocks_per_sm", 4}}), usual / 2);
        QCOMPARE(work("fma", {{"blocks_per_sm", 8}, {"block_size", 128}}), usual / 2);
        QCOMPARE(work("read", {{"working_set_mib", 3}}), 3 * 1048576e-9);
        QCOMPARE(work("l2", {{"working_set_mib", 3}, {"intensity", 5}}), 15 * 1048576e-9);
        QCOMPARE(work("idle", {{"intensity", 1000}}), 32 * 1e-3);
    }

    void aCopysGridFitsThePartition_data() {
        QTest::addColumn<bool>("isWhole");
        QTest::addColumn<bool>("isLogged");
        QTest::addColumn<WorkloadParameters>("parameters");
        QTest::addColumn<unsigned>("blocks");
        QTest::addColumn<unsigned>("threads");
        const auto row = [](const char* name, bool isWhole, bool isLogged,
                            const WorkloadParameters& parameters, unsigned blocks,
                            unsigned threads) {
            QTest::newRow(name) << isWhole << isLogged << parameters << blocks << threads;
        };
        const WorkloadParameters oneMebibyte{{"working_set_mib", 1}}; // 65536 vectors
        row("partition", false, false, oneMebibyte, 8 * 62, 256);
        row("partition, logged", false, true, oneMebibyte, 8 * 62, 256);
        row("whole GPU", true, false, oneMebibyte, 65536 / 256, 256);
        row("whole GPU, logged", true, true, oneMebibyte, 32 * 128, 1024);
        const WorkloadParameters ofWarps{{"working_set_mib", 1}, {"block_size", 96}};
        row("partition, block size", false, false, ofWarps, 8 * 62, 96);
        row("whole GPU, block size", true, true, ofWarps, 683, 96); // 682.67
        const WorkloadParameters chosen{
            {"working_set_mib", 1}, {"block_size", 512}, {"blocks_per_sm", 3}};
        row("partition, both", false, false, chosen, 8 * 3, 512);
        row("whole GPU, both", true, true, chosen, 32 * 3, 512);
    }
    void aCopysGridFitsThePartition() {
        QFETCH(bool, isWhole);
        QFETCH(bool, isLogged);
        QFETCH(WorkloadParameters, parameters);
        QFETCH(unsigned, blocks);
        QFETCH(unsigned, threads);
        const auto fake = std::make_shared<test::FakeDriver>(); // of 32 SMs
        const Device gpu(fake, 0);
        WorkloadPlace place;
        place.context =
            isWhole ? gpu.primaryContext()
                    : gpu.createContext({gpu.resources().sm().split({.count = 8}).groups.front()});
        place.stream =
            isWhole ? place.context->createOrdinaryStream() : place.context->createStream();
        place.library = loadEmbeddedKernels(place.context);
        place.parameters = parameters;
        place.isLogged = isLogged;
        const auto copy = Catalogue::make("copy", place);
        const Buffer log(place.context, 1024);
        if (isLogged)
            copy->logBlocks(BlockLogPlace{log.address(), 10});
        copy->launch();
        QCOMPARE(
            fake->lastGridOf(isLogged ? "parterre_copy_timed" : "parterre_copy"),
            std::pair(blocks, threads));
    }

    void divergenceCosts() {
        const double same = rateOf("divergent", Place().with({{"ways", 1}}));
        const double eight = rateOf("divergent", Place().with({{"ways", 8}}));
        QVERIFY2(qAbs(same / eight - 8) < 0.1, qPrintable(QString::number(same / eight)));
    }

    void arithmeticTakesOverFromReading() {
        const double reading = rateOf("read", Place());
        const double computing = rateOf("read", Place().with({{"intensity", 1000}}));
        QVERIFY(computing < reading / 2);
        // 16 bytes for every 2000 operations.
        QVERIFY(qAbs(computing / 16 * 2000 / (32 * 484.2) - 1) < 0.02);
    }

    void l2IsFasterThanMemory() {
        QVERIFY(rateOf("l2", Place(128)) > 1.3 * rateOf("read", Place(128)));
    }

    /// performance.jsonl, `copyU`: a grid that only reads gets 4478 GB/s.
    void readsAtTheRecordedRate() {
        const double rate = rateOf("read", Place(132));
        QVERIFY2(qAbs(rate / 4478 - 1) < 0.02, qPrintable(QString::number(rate)));
    }

    void sleepersHoldTheirSms() {
        const double held = rateOf("idle", Place());
        QVERIFY2(held > 31.8 && held <= 32, qPrintable(QString::number(held)));
    }
};

QTEST_GUILESS_MAIN(TestWorkloads)
#include "tst_workloads.moc"
