// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/code_image.h"
#include "core/cuda/context.h"
#include "core/cuda/errors.h"
#include "core/cuda/kernel_image.h"
#include "core/cuda/library.h"
#include "core/model/input_error.h"
#include "tests/support/fake_driver.h"

#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <fstream>

using namespace parterre;
using parterre::test::FakeDriver;

namespace {

using Bytes = std::vector<std::byte>;

Bytes bytesOf(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

/// A 64-bit ELF file of nothing but a header and two section headers.
Bytes smallElf() {
    Bytes bytes(64 + 2 * 64);
    const auto set = [&](std::size_t offset, auto value) {
        std::memcpy(bytes.data() + offset, &value, sizeof value);
    };
    std::memcpy(
        bytes.data(),
        "\x7f"
        "ELF",
        4);
    set(0x28, std::uint64_t{64});
    set(0x3a, std::uint16_t{64});
    set(0x3c, std::uint16_t{2});
    return bytes;
}

Bytes smallFatbin() {
    Bytes bytes(16 + 100);
    const auto set = [&](std::size_t offset, auto value) {
        std::memcpy(bytes.data() + offset, &value, sizeof value);
    };
    set(0, std::uint32_t{0xba55ed50});
    set(6, std::uint16_t{16});
    set(8, std::uint64_t{100});
    return bytes;
}

std::string sentenceOf(const Bytes& image) {
    try {
        (void)CodeImage(image);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

} // namespace

/// GPU code from memory and files, and what the driver's compiler says.
class TestCodeImage : public QObject {
    Q_OBJECT

private slots:
    void wholeImagesAreTakenAndCutOffOnesRefused_data() {
        QTest::addColumn<QByteArray>("image");
        QTest::addColumn<QString>("kind");
        const auto add = [](const char* name, const Bytes& bytes, const char* kind) {
            QTest::newRow(name) << QByteArray(
                                       reinterpret_cast<const char*>(bytes.data()),
                                       static_cast<qsizetype>(bytes.size()))
                                << kind;
        };
        add("cubin", smallElf(), "cubin");
        add("fatbin", smallFatbin(), "fatbin");
        if (!kernelImage().empty())
            add("the embedded kernels", {kernelImage().begin(), kernelImage().end()}, "fatbin");
    }
    void wholeImagesAreTakenAndCutOffOnesRefused() {
        QFETCH(QByteArray, image);
        QFETCH(QString, kind);
        const Bytes bytes = bytesOf({image.constData(), static_cast<std::size_t>(image.size())});
        QCOMPARE(sentenceOf(bytes), std::string());
        const CodeImage taken(bytes);
        QVERIFY(std::memcmp(taken.data(), bytes.data(), bytes.size()) == 0);
        QCOMPARE(reinterpret_cast<std::uintptr_t>(taken.data()) % 8, 0U);
        for (const std::size_t size : {bytes.size() - 1, bytes.size() / 2, std::size_t{10}}) {
            const Bytes part(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
            const QString sentence = QString::fromStdString(sentenceOf(part));
            QVERIFY2(
                sentence.contains(kind + " that is cut off"),
                qPrintable(QString("%1 bytes: %2").arg(size).arg(sentence)));
        }
    }

    void ptxIsTerminated() {
        const CodeImage image(bytesOf(".version 8.0"));
        QCOMPARE(std::string(static_cast<const char*>(image.data())), std::string(".version 8.0"));
        const std::string_view terminated(".version 8.0\0\0", 14);
        QCOMPARE(
            std::string(static_cast<const char*>(CodeImage(bytesOf(terminated)).data())),
            std::string(".version 8.0"));
    }

    void whatIsNoCodeIsRefused() {
        QVERIFY(sentenceOf({}).find("is empty") != std::string::npos);
        QVERIFY(sentenceOf(bytesOf({"\0\0", 2})).find("is empty") != std::string::npos);
        QVERIFY(sentenceOf(bytesOf("PK\x03\x04")).find("something else") != std::string::npos);
    }

    void filesAreReadWhole() {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("kernels.ptx").toStdString();
        std::ofstream(file) << ".version 8.0\n";
        QCOMPARE(
            std::string(static_cast<const char*>(CodeImage::fromFile(file).data())),
            std::string(".version 8.0\n"));
        const std::filesystem::path missing = folder.filePath("missing").toStdString();
        for (const std::filesystem::path& path :
             {missing, std::filesystem::path(folder.path().toStdString())}) {
            try {
                (void)CodeImage::fromFile(path);
                QFAIL("read");
            } catch (const InputError& error) {
                QCOMPARE(error.field(), std::string("code file"));
                QCOMPARE(error.value(), path.string());
            }
        }
    }

    void librariesComeFromFiles() {
        const auto driver = std::make_shared<FakeDriver>();
        const Device device(driver, 0);
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("kernels.ptx").toStdString();
        std::ofstream(file) << "// kernels";
        const auto library = Library::loadFile(device.primaryContext(), file);
        QCOMPARE(library->kernel("parterre_fill").name(), std::string("parterre_fill"));
    }

    void theCompilersLogIsInTheError() {
        const auto driver = std::make_shared<FakeDriver>();
        const Device device(driver, 0);
        try {
            (void)Library::load(device.primaryContext(), bytesOf("broken PTX"));
            QFAIL("loaded");
        } catch (const CudaError& error) {
            QCOMPARE(error.result(), abi::CUDA_ERROR_INVALID_PTX);
            QCOMPARE(error.hint(), std::string("ptxas: line 1: not a directive"));
        }
        QCOMPARE(driver->liveObjects(), 0);
    }
};

QTEST_GUILESS_MAIN(TestCodeImage)
#include "tst_code_image.moc"
