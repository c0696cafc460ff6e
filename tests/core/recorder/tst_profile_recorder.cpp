// SPDX-License-Identifier: Apache-2.0
// Recording a simulated GPU in virtual time: what is recorded is known.
#include "core/cuda/context.h"
#include "core/cuda/errors.h"
#include "core/model/cancelled.h"
#include "core/recorder/copy_curve.h"
#include "core/recorder/profile_recorder.h"
#include "core/simulator/rate_model.h"
#include "core/simulator/simulated_driver.h"
#include "tests/support/faulty_driver.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace parterre;
using test::FaultyDriver;

namespace {

/// A simulated GPU in virtual time, and what a recording of it needs.
struct Subject {
    explicit Subject(const DeviceProfile& played)
        : profile(played)
        , clock(std::make_shared<VirtualClock>())
        , driver(std::make_shared<SimulatedDriver>(played, SimulationOptions{0, 32, clock, 1}))
        , faulty(std::make_shared<FaultyDriver>(driver)) {}

    Device device() const { return {faulty, 0}; }

    RecordOptions options() const {
        RecordOptions options;
        options.date = "2026-12-02";
        options.isSimulated = true;
        options.now = [this] { return std::chrono::duration<double>(clock->now()).count(); };
        options.connectionProbe = [this](const ConnectionLoad& load, const std::stop_token&) {
            const double share =
                RateModel(profile.rates, load.connections).connectionShare(load.partitions);
            return std::vector<double>(
                static_cast<std::size_t>(load.partitions),
                share * 2 * profile.rates.fp32FlopsPerSm / 1e12);
        };
        return options;
    }

    std::size_t freeMemory() const { return Device(driver, 0).primaryContext()->memory().free; }

    DeviceProfile profile;
    std::shared_ptr<VirtualClock> clock;
    std::shared_ptr<SimulatedDriver> driver;
    std::shared_ptr<FaultyDriver> faulty;
};

/// The SMs of everything that a split makes, in order; empty if it is refused.
std::vector<std::vector<int>>
splitOf(const Subject& subject, unsigned groups, unsigned minCount, unsigned flags) {
    std::vector<std::vector<int>> made;
    try {
        const SmSplit split = subject.device().resources().sm().split(
            {.count = std::vector<int>(groups, static_cast<int>(minCount)),
             .strategy = Strategy::byCount,
             .ignoreCoscheduling = flags == abi::CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING,
             .maxCluster = flags == abi::CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE});
        for (const SmResource& group : split.groups)
            made.push_back(*subject.driver->smIdsOf(group.raw()));
        if (split.remainder)
            made.push_back(*subject.driver->smIdsOf(split.remainder->raw()));
    } catch (const CudaError&) {
        made.clear();
    }
    return made;
}

bool isNear(double value, double expected, double tolerance) {
    return std::abs(value - expected) <= tolerance * expected;
}

/// Bytes a second that so many SMs copy with the catalogue's kernel.
double catalogueCopyRate(const DeviceRates& rates, int smCount) {
    return copyRate(rates, smCount, 8 * 256 * 128.0);
}

std::vector<std::vector<int>> tpcsOf(const DeviceProfile& profile) {
    std::vector<std::vector<int>> tpcs;
    for (const auto& gpc : profile.gpcs)
        tpcs.insert(tpcs.end(), gpc.begin(), gpc.end());
    std::sort(tpcs.begin(), tpcs.end());
    return tpcs;
}

} // namespace

class TestProfileRecorder : public QObject {
    Q_OBJECT

private slots:
    void recordsWhatIsThere_data() {
        QTest::addColumn<QString>("id");
        for (const std::string& id : DeviceProfile::builtIn())
            QTest::newRow(id.c_str()) << QString::fromStdString(id);
    }
    void recordsWhatIsThere() {
        QFETCH(const QString, id);
        const Subject subject(DeviceProfile::load(id.toStdString()));
        const std::size_t before = subject.freeMemory();
        const ProfileRecording recording = recordProfile(subject.device(), subject.options());
        QCOMPARE(subject.freeMemory(), before);

        // Through its text, as it would be played.
        const DeviceProfile recorded = DeviceProfile::fromJson(recording.toJson(), "recording");
        const DeviceProfile& known = subject.profile;
        QCOMPARE(recorded.name, known.name);
        QCOMPARE(recorded.attributes, known.attributes);
        QCOMPARE(recorded.memoryBytes, known.memoryBytes);
        QVERIFY2(recorded.uuid != known.uuid, "tells which GPU it was");
        if (known.attribute(abi::CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) != 0) {
            QCOMPARE(recorded.gpcs, known.gpcs);
            QVERIFY(recorded.provenance.guesses.empty());
        } else {
            QCOMPARE(tpcsOf(recorded), tpcsOf(known));
            QVERIFY(!recorded.provenance.guesses.empty());
        }
        QVERIFY(isNear(recorded.rates.fp32FlopsPerSm, known.rates.fp32FlopsPerSm, 0.01));
        for (int sms = known.smCount / 8; sms <= known.smCount; sms += known.smCount / 8)
            QVERIFY(isNear(
                catalogueCopyRate(recorded.rates, sms), catalogueCopyRate(known.rates, sms), 0.02));
        QVERIFY(
            isNear(recorded.rates.memcpyBytesPerSecond, known.rates.memcpyBytesPerSecond, 0.02));
        QVERIFY(isNear(
            recorded.rates.hostLinkBytesPerSecond, known.rates.hostLinkBytesPerSecond, 0.02));
        QVERIFY(isNear(recorded.rates.jitter, known.rates.jitter, 0.5));
        QVERIFY(isNear(recorded.costs.greenContextCreate, known.costs.greenContextCreate, 0.01));
        QVERIFY(isNear(recorded.costs.streamCreate, known.costs.streamCreate, 0.01));
        QVERIFY(isNear(recorded.costs.split, known.costs.split, 0.01));
        QVERIFY(isNear(recorded.costs.operationStart, known.costs.operationStart, 0.05));
        QCOMPARE(recorded.costs.greenContextBytes, known.costs.greenContextBytes);
    }

    void playsTheSameSplits_data() { recordsWhatIsThere_data(); }
    void playsTheSameSplits() {
        QFETCH(const QString, id);
        const Subject subject(DeviceProfile::load(id.toStdString()));
        const Subject played(DeviceProfile::fromJson(
            recordProfile(subject.device(), subject.options()).toJson(), "recording"));
        const bool hasClusters =
            subject.profile.attribute(abi::CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) != 0;
        const auto sms = static_cast<unsigned>(subject.profile.smCount);
        for (const unsigned flags : {0U, 1U, 2U}) {
            // Whole GPCs can't be told apart where nothing shows them.
            if (flags == 2 && !hasClusters)
                continue;
            for (unsigned minCount = 0; minCount <= sms + 1; minCount += 3)
                for (const unsigned groups : {1U, 3U, 200U}) {
                    const QString what =
                        QString("%1 of %2, flags %3").arg(groups).arg(minCount).arg(flags);
                    const auto known = splitOf(subject, groups, minCount, flags);
                    QVERIFY2(splitOf(played, groups, minCount, flags) == known, qPrintable(what));
                    QCOMPARE(known.empty(), minCount > sms);
                }
        }
    }

    void unmeasuredConnectionsAreCalledAGuess() {
        const Subject subject(DeviceProfile::load("jetson-orin"));
        RecordOptions options = subject.options();
        options.connectionProbe = nullptr;
        const ProfileRecording recording = recordProfile(subject.device(), options);
        QVERIFY(recording.measurements["connections"].empty());
        QVERIFY(
            recording.profile.provenance.guesses.back().find("connections") != std::string::npos);
        QVERIFY(recording.profile.provenance.kind == ProfileProvenance::Kind::modelled);
    }

    void aRealGpuIsCalledRecorded() {
        const Subject subject(DeviceProfile::load("l4"));
        RecordOptions options = subject.options();
        options.isSimulated = false;
        const ProfileProvenance made = recordProfile(subject.device(), options).profile.provenance;
        QCOMPARE(
            made.sentence("NVIDIA L4"),
            std::string("Recorded on an NVIDIA L4, driver 13.5, 2026-12-02"));
    }

    void tellsHowFarItIs() {
        const Subject subject(DeviceProfile::load("v100"));
        RecordOptions options = subject.options();
        double before = 0;
        std::vector<std::string> texts;
        bool isAscending = true;
        options.progress = [&](double fraction, const std::string& text) {
            isAscending = isAscending && fraction >= before && fraction <= 1 && !text.empty();
            before = fraction;
            if (texts.empty() || texts.back() != text)
                texts.push_back(text);
        };
        recordProfile(subject.device(), options);
        QVERIFY(isAscending);
        QCOMPARE(before, 1.0);
        QVERIFY(texts.size() >= 6);
    }

    void cancelledLeavesNothing() {
        const Subject subject(DeviceProfile::load("jetson-orin"));
        const std::size_t before = subject.freeMemory();
        bool ended = false;
        int stops = 0;
        for (int last = 1; !ended; last += 7) {
            std::stop_source stop;
            RecordOptions options = subject.options();
            options.stop = stop.get_token();
            int steps = 0;
            options.progress = [&](double, const std::string&) {
                if (++steps == last)
                    stop.request_stop();
            };
            try {
                recordProfile(subject.device(), options);
                ended = true;
            } catch (const Cancelled&) {
                ++stops;
                QCOMPARE(steps, last); // nothing more is begun
            }
            QCOMPARE(subject.freeMemory(), before);
        }
        QVERIFY(stops > 5);
    }

    void withoutGreenContextsItSaysWhatIsMissing() {
        const auto driver = std::make_shared<SimulatedDriver>(DeviceProfile::load("h200"), 12030);
        try {
            recordProfile(Device(driver, 0), RecordOptions{});
            QFAIL("recorded");
        } catch (const UnsupportedError& error) {
            QCOMPARE(error.needs(), std::string("driver 12.4"));
        }
    }

    void whicheverCallFailsNothingIsLeft() {
        const Subject subject(DeviceProfile::load("jetson-orin"));
        const std::size_t before = subject.freeMemory();
        const auto counted = [](DriverFunction function) { return !test::isRelease(function); };
        int failures = 0;
        bool isAll = false;
        // Each of the first calls; later ones repeat themselves.
        for (int k = 1; !isAll; k += 1 + k / 40) {
            subject.faulty->failCall(k, abi::CUDA_ERROR_OUT_OF_MEMORY, counted);
            try {
                recordProfile(subject.device(), subject.options());
                isAll = subject.faulty->calls() < k;
            } catch (const CudaError& error) {
                QCOMPARE(error.result(), abi::CUDA_ERROR_OUT_OF_MEMORY);
                ++failures;
            }
            subject.faulty->failCall(0);
            QCOMPARE(subject.freeMemory(), before);
            abi::CUcontext current = nullptr;
            QCOMPARE(subject.driver->cuCtxGetCurrent(&current), abi::CUDA_SUCCESS);
            QVERIFY2(current == nullptr, qPrintable(QString("call %1").arg(k)));
        }
        QVERIFY(failures > 40);
    }
};

QTEST_GUILESS_MAIN(TestProfileRecorder)
#include "tst_profile_recorder.moc"
