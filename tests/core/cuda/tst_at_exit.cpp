// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/host_buffer.h"
#include "tests/core/cuda/partitioned_h200.h"

#include <cstdio>
#include <cstdlib>

using namespace parterre;
using test::PartitionedH200;

namespace {

/// Made first, so that it ends last: by then nothing of the driver may be left, nor the driver.
struct LastOfAll {
    ~LastOfAll() {
        if (!driver.expired()) {
            std::fputs("the driver outlives the program's static objects\n", stderr);
            std::_Exit(1);
        }
    }
    std::weak_ptr<Driver> driver;
} lastOfAll;

/// In an order in which each ends before what it depends on would, if it did not keep that alive.
struct LeftBehind {
    std::shared_ptr<Stream> stream;
    std::shared_ptr<Stream> wrapped;
    std::unique_ptr<Event> event;
    std::unique_ptr<Buffer> buffer;
    std::unique_ptr<HostBuffer> host;
    std::unique_ptr<Kernel> kernel;
} leftBehind;

} // namespace

/// Objects that live until the end of the program, beyond the main thread's own.
class TestAtExit : public QObject {
    Q_OBJECT

private slots:
    void staticObjectsEndWell() {
        const PartitionedH200 gpu;
        lastOfAll.driver = gpu.driver;
        const auto contexts = gpu.greens(2);
        leftBehind.stream = contexts[0]->createStream();
        leftBehind.wrapped = Stream::fromHandle(gpu.driver, gpu.rawStream(*contexts[1]));
        leftBehind.event = std::make_unique<Event>(contexts[1]->createEvent());
        leftBehind.buffer = std::make_unique<Buffer>(contexts[0], 4096);
        leftBehind.host = std::make_unique<HostBuffer>(contexts[0], 4096);
        leftBehind.kernel =
            std::make_unique<Kernel>(loadEmbeddedKernels(contexts[0])->kernel("parterre_fill"));
        (void)gpu.device.setCurrent(contexts[1]);
        QVERIFY(!lastOfAll.driver.expired());
    }
};

QTEST_GUILESS_MAIN(TestAtExit)
#include "tst_at_exit.moc"
