// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/buffer.h"
#include "core/cuda/context.h"
#include "core/cuda/embedded_kernels.h"
#include "core/cuda/errors.h"
#include "core/cuda/host_buffer.h"
#include "core/cuda/scoped_current.h"
#include "core/cuda/stream.h"
#include "core/model/input_error.h"
#include "core/probe/placement_probe.h"
#include "tests/support/fake_driver.h"

#include <QTest>

#include <numeric>

using namespace parterre;
using parterre::test::FakeDriver;

class TestContext : public QObject {
    Q_OBJECT

    std::shared_ptr<FakeDriver> m_driver;

    std::shared_ptr<Context> green(int version = 13000) {
        m_driver = std::make_shared<FakeDriver>(version);
        const Device device(m_driver, 0);
        return device.createContext(device.resources().sm().split({.count = 16}).groups);
    }

    void compareAllReleased() {
        QCOMPARE(m_driver->liveObjects(), 0);
        QVERIFY(!m_driver->somethingIsCurrent());
        const auto misuses = m_driver->misuses();
        QVERIFY2(misuses.empty(), misuses.empty() ? "" : misuses.front().c_str());
    }

private slots:
    void greenContexts() {
        auto context = green();
        QVERIFY(context->isGreen());
        QCOMPARE(context->id(), 254ULL);
        QCOMPARE(context->resources().sm().smCount(), 16U);
        QCOMPARE(context->resources().sm().minPartitionSize(), 8U);
        auto primary = context->device().primaryContext();
        QVERIFY(!primary->isGreen());
        QVERIFY_EXCEPTION_THROWN(primary->id(), InputError);
        QCOMPARE(primary->resources().sm().smCount(), 32U);
        primary.reset();
        context.reset();
        compareAllReleased();
    }

    void joinsGroupsOfOneSplit() {
        m_driver = std::make_shared<FakeDriver>();
        const Device device(m_driver, 0);
        const auto units =
            device.resources()
                .sm()
                .split({.count = std::vector<int>(16, 2), .ignoreCoscheduling = true})
                .groups;
        const auto context = device.createContext({units[0], units[3], units[5]});
        const auto stream = context->createStream();
        QCOMPARE(observeSmIds(*context, *stream), (std::vector<int>{0, 1, 6, 7, 10, 11}));
    }

    void streams() {
        auto context = green();
        auto stream = context->createStream({true, -99});
        QCOMPARE(stream->priority(), -5);
        QVERIFY(stream->query());
        QCOMPARE(stream->context(), context);
        QVERIFY_EXCEPTION_THROWN(context->createStream({false, 0}), InputError);
        QVERIFY_EXCEPTION_THROWN(context->createOrdinaryStream({false, 0}), InputError);

        const auto primary = context->device().primaryContext();
        QVERIFY_EXCEPTION_THROWN(primary->createStream(), InputError);
        const auto ordinary = primary->createOrdinaryStream();
        QCOMPARE(ordinary->context(), primary);
    }

    void streamsBefore12_5BelongToTheContextAllTheSame() {
        const auto context = green(12040);
        const auto stream = context->createStream();
        QCOMPARE(observeSmIds(*context, *stream).size(), 16U);
    }

    void handlesMayBeDroppedInAnyOrder() {
        auto context = green();
        auto stream = context->createStream();
        auto event = std::make_unique<Event>(context->createEvent());
        auto buffer = std::make_unique<Buffer>(context, 4096);
        auto host = std::make_unique<HostBuffer>(context, 4096);
        auto kernel =
            std::make_unique<Kernel>(loadEmbeddedKernels(context)->kernel("parterre_fill"));
        context.reset();
        QVERIFY(stream->context()->isGreen());
        kernel->launch(*stream, {1, 256}, buffer->address(), 4096ULL / 16, 7U);
        stream.reset();
        host.reset();
        kernel.reset();
        event.reset();
        buffer.reset();
        compareAllReleased();
    }

    void movedHandlesReleaseOnce() {
        auto context = green();
        {
            Buffer a(context, 16);
            Buffer b(std::move(a));
            Buffer c(context, 32);
            c = std::move(b);
            QCOMPARE(c.size(), 16U);
            Event e = context->createEvent();
            Event f(std::move(e));
            f = context->createEvent();
            HostBuffer h(context, 16);
            h = HostBuffer(context, 32);
            QCOMPARE(h.size(), 32U);
        }
        context.reset();
        compareAllReleased();
    }

    void currencyIsPutBack() {
        auto context = green();
        const auto primary = context->device().primaryContext();
        {
            const ScopedCurrent outer(*primary);
            {
                const ScopedCurrent inner(*context);
                abi::CUcontext current = nullptr;
                m_driver->cuCtxGetCurrent(&current);
                QCOMPARE(current, context->handle());
            }
            abi::CUcontext current = nullptr;
            m_driver->cuCtxGetCurrent(&current);
            QCOMPARE(current, primary->handle());
        }
        QVERIFY(!m_driver->somethingIsCurrent());
    }

    void isNotDestroyedWhileCurrent() {
        auto context = green();
        {
            const ScopedCurrent current(*context);
            context.reset();
        }
        compareAllReleased();

        // Made current behind our back: it does not stay current when it goes.
        context = green();
        m_driver->cuCtxSetCurrent(context->handle());
        context.reset();
        compareAllReleased();
    }

    void eventsMeasure() {
        const auto context = green();
        const auto stream = context->createStream();
        const Kernel kernel = loadEmbeddedKernels(context)->kernel("parterre_fma");
        Event start = context->createEvent();
        Event end = context->createEvent();
        start.record(*stream);
        for (int i = 0; i < 5; ++i)
            kernel.launch(*stream, {1, 256}, abi::CUdeviceptr{0}, 1U, 0.5F, 1.0F);
        end.record(*stream);
        end.synchronize();
        QVERIFY(end.query());
        QVERIFY(qAbs(end.secondsSince(start) - 0.005) < 1e-9);
        stream->wait(end);
        QCOMPARE(m_driver->launchesOf("parterre_fma"), 5);
    }

    void buffersCopy() {
        const auto context = green();
        const auto stream = context->createStream();
        Buffer a(context, 64);
        Buffer b(context, 64);
        std::vector<std::uint32_t> in(16);
        std::vector<std::uint32_t> out(16);
        std::iota(in.begin(), in.end(), 100U);
        a.copyFromHost(in.data(), 64, *stream);
        b.copyFrom(a, 64, *stream);
        b.copyToHost(out.data(), 64, *stream);
        QCOMPARE(out, in);
        b.copyToHost(out.data(), 8, *stream, 32);
        QCOMPARE(out[0], in[8]);
        a.fill(0xabcdU, *stream);
        a.copyToHost(out.data(), 64, *stream);
        QCOMPARE(out, std::vector<std::uint32_t>(16, 0xabcdU));
        QVERIFY_EXCEPTION_THROWN(a.copyToHost(out.data(), 64, *stream, 1), std::out_of_range);
        QVERIFY_EXCEPTION_THROWN(a.copyFromHost(in.data(), 65, *stream), std::out_of_range);
        QVERIFY_EXCEPTION_THROWN(b.copyFrom(a, 65, *stream), std::out_of_range);
    }

    void kernels() {
        const auto context = green();
        const auto library = loadEmbeddedKernels(context);
        const Kernel kernel = library->kernel("parterre_fma");
        QCOMPARE(kernel.attribute(abi::CU_FUNC_ATTRIBUTE_NUM_REGS), 20);
        QCOMPARE(kernel.maxActiveBlocksPerSm(*context, 256), 8);
        QVERIFY_EXCEPTION_THROWN(library->kernel("nobody"), CudaError);
        QVERIFY(context->memory().free > 0);
    }
};

QTEST_GUILESS_MAIN(TestContext)
#include "tst_context.moc"
