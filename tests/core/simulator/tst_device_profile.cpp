// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/device_profile.h"
#include "core/simulator/simulated_driver.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <functional>
#include <string>

using namespace parterre;

namespace {

Json h200() {
    std::ifstream file(PARTERRE_TEST_DATA "/../../resources/devices/h200.json");
    return Json::parse(file);
}

} // namespace

class TestDeviceProfile : public QObject {
    Q_OBJECT

private slots:
    void builtIn();
    void fromFile();
    void errorsNameTheField();
    void errorsNameTheField_data();
    void severalDevices();
    void optionsOutOfRange();
};

void TestDeviceProfile::builtIn() {
    QCOMPARE(DeviceProfile::builtIn().front(), std::string("h200")); // the default
    const DeviceProfile profile = DeviceProfile::load("h200");
    QCOMPARE(profile.name, std::string("NVIDIA H200"));
    QCOMPARE(profile.provenance.driverVersion, 13000);
    QCOMPARE(profile.smCount, 132);
    try {
        DeviceProfile::load("h201");
        QFAIL("an unknown device was accepted");
    } catch (const InputError& error) {
        QVERIFY(error.allowed().find("h200") != std::string::npos);
    }
}

void TestDeviceProfile::fromFile() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("mine.json").toStdString();
    Json document = h200();
    document["name"] = "My GPU";
    document["provenance"]["kind"] = "modelled";
    document["topology"]["locality_domains"] = {{0, 2}, {1}};
    std::ofstream(path) << document.dump();
    const DeviceProfile profile = DeviceProfile::load(path);
    QCOMPARE(profile.localityDomains, (std::vector<std::vector<int>>{{0, 2}, {1}}));
    QCOMPARE(
        DeviceProfile::fromJson(profile.toJson(), "written").localityDomains,
        profile.localityDomains);
    QCOMPARE(
        profile.provenance.sentence(profile.name),
        std::string("Modelled after the My GPU, driver 13.0, 2026-12-01"));
    QVERIFY_EXCEPTION_THROWN(
        DeviceProfile::load(folder.filePath("none.json").toStdString()), InputError);
}

void TestDeviceProfile::errorsNameTheField_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("field");
    QTest::newRow("version") << "/version"
                             << "2"
                             << "file.version";
    QTest::newRow("kind") << "/provenance/kind"
                          << "\"guessed\""
                          << "file.provenance.kind";
    QTest::newRow("driver") << "/provenance/driver_version"
                            << "\"thirteen\""
                            << "file.provenance.driver_version";
    QTest::newRow("uuid") << "/uuid"
                          << "\"xyz\""
                          << "file.uuid";
    QTest::newRow("no SMs") << "/sm_count"
                            << "0"
                            << "file.sm_count";
    QTest::newRow("more SMs than topology") << "/sm_count"
                                            << "144"
                                            << "file.topology.gpcs";
    QTest::newRow("SM twice") << "/topology/gpcs/0/0/0"
                              << "1"
                              << "file.topology.gpcs";
    QTest::newRow("no TPC") << "/topology/gpcs/0/0"
                            << "7"
                            << "file.topology.gpcs";
    QTest::newRow("empty GPC") << "/topology/gpcs/12"
                               << "[]"
                               << "file.topology.gpcs";
    QTest::newRow("TPCs of two sizes") << "/topology/gpcs/8"
                                       << "[[124], [125]]"
                                       << "file.topology.gpcs";
    QStringList tpcs;
    for (int smId = 0; smId < 132; ++smId)
        tpcs << QStringLiteral("[%1]").arg(smId);
    QTest::newRow("more than 128 TPCs") << "/topology/gpcs"
                                        << "[[" + tpcs.join(',') + "]]"
                                        << "file.topology.gpcs";
    const auto domains = [](const char* name, const char* value) {
        QTest::newRow(name) << "/topology/locality_domains" << value
                            << "file.topology.locality_domains";
    };
    domains("domains that are no list", "2");
    domains("no domain", "[]");
    domains("a domain of nothing", "[[0], []]");
    domains("a domain that is no list", "[0, 1]");
    domains("a GPC in two domains", "[[0, 1], [1]]");
    domains("a GPC that is not there", "[[0], [12]]");
    domains("half a GPC", "[[0.5]]");
    QTest::newRow("rate") << "/rates/memory_gbs"
                          << "-1"
                          << "file.rates.memory_gbs";
    QTest::newRow("missing rate") << "/rates/jitter"
                                  << "null"
                                  << "file.rates.jitter";
    QTest::newRow("cost") << "/costs/split_us"
                          << "\"fast\""
                          << "file.costs.split_us";
    QTest::newRow("warp") << "/attributes/warp_size"
                          << "0"
                          << "file.attributes.warp_size";
}

void TestDeviceProfile::errorsNameTheField() {
    QFETCH(const QString, pointer);
    QFETCH(const QString, value);
    QFETCH(const QString, field);
    Json document = h200();
    document[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
    try {
        DeviceProfile::fromJson(document, "file");
        QFAIL("accepted");
    } catch (const InputError& error) {
        QCOMPARE(QString::fromStdString(error.field()), field);
    }
}

void TestDeviceProfile::severalDevices() {
    DeviceProfile other = DeviceProfile::load("h200");
    other.name = "Other GPU";
    SimulatedDriver driver({DeviceProfile::load("h200"), other});
    QCOMPARE(driver.cuInit(0), abi::CUDA_SUCCESS);
    int count = 0;
    QCOMPARE(driver.cuDeviceGetCount(&count), abi::CUDA_SUCCESS);
    QCOMPARE(count, 2);
    char name[32];
    QCOMPARE(driver.cuDeviceGetName(name, sizeof name, 1), abi::CUDA_SUCCESS);
    QCOMPARE(std::string(name), std::string("Other GPU"));

    // A resource of one device makes no context on the other.
    abi::CUdevResource resource{};
    QCOMPARE(
        driver.cuDeviceGetDevResource(1, &resource, abi::CU_DEV_RESOURCE_TYPE_SM),
        abi::CUDA_SUCCESS);
    abi::CUdevResourceDesc descriptor = nullptr;
    QCOMPARE(driver.cuDevResourceGenerateDesc(&descriptor, &resource, 1), abi::CUDA_SUCCESS);
    abi::CUgreenCtx context = nullptr;
    QCOMPARE(
        driver.cuGreenCtxCreate(&context, descriptor, 0, abi::CU_GREEN_CTX_DEFAULT_STREAM),
        abi::CUDA_ERROR_INVALID_DEVICE);
    QCOMPARE(
        driver.cuGreenCtxCreate(&context, descriptor, 1, abi::CU_GREEN_CTX_DEFAULT_STREAM),
        abi::CUDA_SUCCESS);
}

void TestDeviceProfile::optionsOutOfRange() {
    QVERIFY_EXCEPTION_THROWN(SimulatedDriver(std::vector<DeviceProfile>{}), InputError);
    SimulationOptions options;
    options.hardwareConnections = 33;
    QVERIFY_EXCEPTION_THROWN(SimulatedDriver(DeviceProfile::load("h200"), options), InputError);
    QVERIFY_EXCEPTION_THROWN(SimulatedDriver(DeviceProfile::load("h200"), 10020), InputError);
}

QTEST_GUILESS_MAIN(TestDeviceProfile)
#include "tst_device_profile.moc"
