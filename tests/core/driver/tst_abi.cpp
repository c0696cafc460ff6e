// SPDX-License-Identifier: Apache-2.0
#include "core/driver/driver.h"
#include "core/driver/result.h"
#include "core/model/driver_version.h"
#include "tests/core/driver/abi_facts.h"

#include <QTest>

using namespace parterre;

/// The comparisons themselves are static_asserts, made when this test is built; here it says which
/// headers they were made with.
class TestAbi : public QObject {
    Q_OBJECT

private slots:
    void sameAsTheToolkits() {
#ifdef PARTERRE_HAS_TOOLKIT_HEADER
        QVERIFY(test::toolkitHeaderVersion() >= 12040);
        qInfo(
            "abi.h agrees with cuda.h %s", driverVersionText(test::toolkitHeaderVersion()).c_str());
#else
        QSKIP("no cuda.h of a CUDA Toolkit 12.4 or newer when this was built");
#endif
    }

    void sameAsTheNewestPublished() {
#ifdef PARTERRE_HAS_NEWEST_HEADER
        QVERIFY(test::newestHeaderVersion() >= 13010);
        qInfo(
            "abi.h agrees with cuda.h %s", driverVersionText(test::newestHeaderVersion()).c_str());
#else
        QSKIP("PARTERRE_NEWEST_CUDA_INCLUDE was not given when this was built");
#endif
    }

    void nvrtcIsCalledAsItsHeaderSays() {
#ifdef PARTERRE_HAS_NVRTC_HEADER
        qInfo("NvrtcLibrary::Functions agrees with the toolkit's nvrtc.h");
#else
        QSKIP("no nvrtc.h of a CUDA Toolkit when this was built");
#endif
    }
};

QTEST_GUILESS_MAIN(TestAbi)
#include "tst_abi.moc"
