// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/context.h"
#include "core/cuda/cuda_compiler.h"
#include "core/cuda/embedded_kernels.h"
#include "core/cuda/errors.h"
#include "core/cuda/kernel_sources.h"
#include "core/model/input_error.h"
#include "tests/support/fake_driver.h"
#include "tests/support/faulty_driver.h"

#include <QTest>

#include <dlfcn.h>

using namespace parterre;
using parterre::test::FakeDriver;
using parterre::test::FaultyDriver;

namespace {

std::string textOf(const CompiledCode& code) {
    return reinterpret_cast<const char*>(code.image.data());
}

int askFake(const char* function) {
    void* library = dlopen(FAKE_LIBNVRTC, RTLD_NOW);
    return reinterpret_cast<int (*)()>(dlsym(library, function))();
}

CudaSource source(const std::string& text) {
    CudaSource made;
    made.text = text;
    return made;
}

CudaCompiler fakeCompiler() {
    auto opened = NvrtcLibrary::openFirstOf({FAKE_LIBNVRTC});
    if (!opened.library)
        throw std::runtime_error(opened.reason);
    return CudaCompiler(opened.library);
}

} // namespace

/// How NVRTC is found and used, shown with one that is made for the purpose and, where there is a
/// CUDA Toolkit, with the real one, which needs no GPU.
class TestNvrtc : public QObject {
    Q_OBJECT

private slots:
    void cleanup() {
        for (const char* name :
             {"FAKE_NVRTC_VERSION", "FAKE_NVRTC_ARCHITECTURES", "FAKE_NVRTC_LOG",
              "FAKE_NVRTC_COMPILE", "FAKE_NVRTC_FAIL_AT"})
            qunsetenv(name);
    }

    void looksWhereItShould() {
        const QByteArray home = qgetenv("CUDA_HOME");
        const QByteArray path = qgetenv("CUDA_PATH");
        qputenv("CUDA_HOME", "/home-of-cuda");
        qputenv("CUDA_PATH", "/path-of-cuda");
        const std::vector<std::string> for12 = NvrtcLibrary::candidates(12080);
        const std::vector<std::string> for13 = NvrtcLibrary::candidates(13010);
        const std::vector<std::string> for14 = NvrtcLibrary::candidates(14000);
        qputenv("CUDA_HOME", home);
        qputenv("CUDA_PATH", path);

        const std::vector<std::string> of12{
            "libnvrtc.so.12",
            "/home-of-cuda/lib64/libnvrtc.so.12",
            "/home-of-cuda/lib/libnvrtc.so.12",
            "/path-of-cuda/lib64/libnvrtc.so.12",
            "/path-of-cuda/lib/libnvrtc.so.12",
            "/usr/local/cuda/lib64/libnvrtc.so.12",
            "/usr/local/cuda/lib/libnvrtc.so.12"};
        QVERIFY(std::equal(of12.begin(), of12.end(), for12.begin()));
        QCOMPARE(for12.size(), 2 * of12.size());
        QCOMPARE(for12[of12.size()], std::string("libnvrtc.so.13"));
        // What is newer than the driver makes code that the driver may refuse: it comes last.
        QCOMPARE(for13[0], std::string("libnvrtc.so.13"));
        QCOMPARE(for13[of12.size()], std::string("libnvrtc.so.12"));
        QCOMPARE(for14[0], std::string("libnvrtc.so.14"));
        QCOMPARE(for14.size(), 3 * of12.size());
    }

    void takesTheFirstThatCanBeUsed() {
        const auto opened = NvrtcLibrary::openFirstOf(
            {"libno-such-nvrtc.so.13", FAKE_LIBNVRTC_WITHOUT_CUBIN, FAKE_LIBNVRTC});
        QVERIFY2(opened.library, opened.reason.c_str());
        QVERIFY(opened.reason.empty());
        QCOMPARE(opened.library->name(), std::string(FAKE_LIBNVRTC));
        QCOMPARE(opened.library->version(), 13000);
        QCOMPARE(opened.library->architectures(), (std::vector<int>{75, 80, 90, 100}));
    }

    void saysWhyNot_data() {
        QTest::addColumn<QString>("library");
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QByteArray>("failAt");
        QTest::addColumn<QString>("word");
        QTest::newRow("none") << "libno-such-nvrtc.so" << QByteArray("13000") << QByteArray("0")
                              << "libno-such-nvrtc.so";
        QTest::newRow("another library")
            << "libm.so.6" << QByteArray("13000") << QByteArray("0") << "lacks nvrtcVersion";
        QTest::newRow("missing symbol") << FAKE_LIBNVRTC_WITHOUT_CUBIN << QByteArray("13000")
                                        << QByteArray("0") << "lacks nvrtcGetCUBIN";
        QTest::newRow("too old") << FAKE_LIBNVRTC << QByteArray("12030") << QByteArray("0")
                                 << "is of CUDA 12.3";
        QTest::newRow("no version") << FAKE_LIBNVRTC << QByteArray("13000") << QByteArray("1")
                                    << "nvrtcVersion: NVRTC_ERROR_OUT_OF_MEMORY";
        QTest::newRow("no count") << FAKE_LIBNVRTC << QByteArray("13000") << QByteArray("2")
                                  << "nvrtcGetSupportedArchs: NVRTC_ERROR_OUT_OF_MEMORY";
        QTest::newRow("no architectures") << FAKE_LIBNVRTC << QByteArray("13000") << QByteArray("3")
                                          << "nvrtcGetSupportedArchs: NVRTC_ERROR_OUT_OF_MEMORY";
    }
    void saysWhyNot() {
        QFETCH(QString, library);
        QFETCH(QByteArray, version);
        QFETCH(QByteArray, failAt);
        QFETCH(QString, word);
        qputenv("FAKE_NVRTC_VERSION", version);
        qputenv("FAKE_NVRTC_FAIL_AT", failAt);
        askFake("fakeNvrtcReset");
        const auto opened = NvrtcLibrary::openFirstOf({library.toStdString()});
        QVERIFY(!opened.library);
        const QString reason = QString::fromStdString(opened.reason);
        QVERIFY2(reason.contains(word), opened.reason.c_str());
        QVERIFY2(reason.contains("CUDA Toolkit 12.4"), opened.reason.c_str());
        QVERIFY(reason.endsWith('.'));
    }

    void choosesTheArchitecture_data() {
        QTest::addColumn<int>("capability");
        QTest::addColumn<QString>("option");
        QTest::addColumn<bool>("isPtx");
        QTest::newRow("known") << 90 << "--gpu-architecture=sm_90" << false;
        QTest::newRow("an older one of its kind") << 86 << "--gpu-architecture=sm_80" << false;
        QTest::newRow("newer than all") << 120 << "--gpu-architecture=compute_100" << true;
        QTest::newRow("between two kinds") << 91 << "--gpu-architecture=sm_90" << false;
    }
    void choosesTheArchitecture() {
        QFETCH(int, capability);
        QFETCH(QString, option);
        QFETCH(bool, isPtx);
        const CompiledCode code = fakeCompiler().compile(source("text"), capability);
        QCOMPARE(code.isPtx, isPtx);
        QVERIFY(option.endsWith(QString::number(code.architecture)));
        const QStringList lines = QString::fromStdString(textOf(code)).split('\n');
        QCOMPARE(lines.at(0), isPtx ? "ptx" : "cubin");
        QCOMPARE(lines.at(1), option);
        QCOMPARE(lines.back(), "text");
        QCOMPARE(askFake("fakeNvrtcLivePrograms"), 0);
    }

    void refusesAGpuThatIsTooOld() {
        try {
            fakeCompiler().compile(source("text"), 70);
            QFAIL("nothing thrown");
        } catch (const UnsupportedError& error) {
            QCOMPARE(
                std::string(error.what()),
                std::string("NVRTC 13.0 has no code for a GPU of compute capability 7.0: the "
                            "oldest that it knows is 7.5."));
            QCOMPARE(error.found(), std::string("NVRTC 13.0"));
        }
        qputenv("FAKE_NVRTC_ARCHITECTURES", "");
        QVERIFY_EXCEPTION_THROWN(fakeCompiler().compile(source(""), 90), UnsupportedError);
    }

    void passesOnNamesHeadersAndOptions() {
        CudaSource all = source("#include \"half.h\"");
        all.name = "whole.cu";
        all.headers = {{"half.h", "int half;"}};
        all.options = {"-DX=1", "--std=c++20"};
        QCOMPARE(
            textOf(fakeCompiler().compile(all, 90)),
            std::string("cubin\n--gpu-architecture=sm_90\n-DX=1\n--std=c++20\nhalf.h=int half;\n"
                        "whole.cu\n#include \"half.h\""));
        for (const char* option : {"-arch=sm_80", "--gpu-architecture=sm_80"}) {
            all.options = {option};
            QVERIFY_EXCEPTION_THROWN(fakeCompiler().compile(all, 90), InputError);
        }
    }

    void keepsWarnings() {
        qputenv("FAKE_NVRTC_LOG", "kernel.cu(2): warning #177-D: unused\n  int x;\n      ^\n");
        const CompiledCode code = fakeCompiler().compile(source(""), 90);
        QCOMPARE(code.diagnostics.size(), 1U);
        QCOMPARE(toText(code.diagnostics[0]), std::string("kernel.cu:2:5: warning: unused"));
    }

    void aRefusalSaysWhatAndWhere_data() {
        QTest::addColumn<QByteArray>("log");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("one error") << QByteArray("a.cu(3): error: bad\n") << "a.cu:3: error: bad";
        QTest::newRow("several") << QByteArray(
                                        "a.cu(1): warning #1-D: hm\n\na.cu(3): error: bad\n\n"
                                        "a.cu(4): error: worse\n")
                                 << "a.cu:3: error: bad (and 1 more)";
        QTest::newRow("nothing said")
            << QByteArray() << "nvrtcCompileProgram: NVRTC_ERROR_COMPILATION";
    }
    void aRefusalSaysWhatAndWhere() {
        QFETCH(QByteArray, log);
        QFETCH(QString, sentence);
        qputenv("FAKE_NVRTC_LOG", log);
        qputenv("FAKE_NVRTC_COMPILE", "6");
        try {
            fakeCompiler().compile(source(""), 90);
            QFAIL("nothing thrown");
        } catch (const CompileError& error) {
            QCOMPARE(QString(error.what()), sentence);
            QCOMPARE(
                static_cast<int>(error.diagnostics().size()), static_cast<int>(log.count("a.cu")));
        }
        QCOMPARE(askFake("fakeNvrtcLivePrograms"), 0);
    }

    /// Whichever of NVRTC's calls fails: an error that names the call, and no program left.
    void leavesNothingWhenACallFails() {
        const CudaCompiler compiler = fakeCompiler();
        askFake("fakeNvrtcReset");
        compiler.compile(source(""), 90);
        const int calls = askFake("fakeNvrtcCalls");
        QVERIFY(calls >= 6);
        for (int k = 1; k <= calls; ++k) {
            qputenv("FAKE_NVRTC_FAIL_AT", QByteArray::number(k));
            askFake("fakeNvrtcReset");
            try {
                compiler.compile(source(""), 90);
                QFAIL("nothing thrown");
            } catch (const CompileError& error) {
                const QString text = error.what();
                QVERIFY2(text.startsWith("nvrtc"), error.what());
                QVERIFY2(text.endsWith("NVRTC_ERROR_OUT_OF_MEMORY"), error.what());
            }
            QCOMPARE(askFake("fakeNvrtcLivePrograms"), 0);
        }
    }

    void theRealOneCompilesTheCatalogue_data() {
        QTest::addColumn<int>("capability");
        QTest::addColumn<bool>("isPtx");
        QTest::newRow("Ampere") << 80 << false;
        QTest::newRow("Hopper") << 90 << false;
        QTest::newRow("not made yet") << 990 << true;
    }
    void theRealOneCompilesTheCatalogue() {
        QFETCH(int, capability);
        QFETCH(bool, isPtx);
        const auto opened = NvrtcLibrary::open(13000);
        if (!opened.library)
            QSKIP(opened.reason.c_str());
        const CompiledCode code = CudaCompiler(opened.library).compile(kernelSources(), capability);
        QCOMPARE(code.isPtx, isPtx);
        QVERIFY2(code.diagnostics.empty(), qPrintable(describe(code.diagnostics)));
        const QByteArray image(
            reinterpret_cast<const char*>(code.image.data()),
            static_cast<qsizetype>(code.image.size()));
        if (isPtx)
            QVERIFY(image.contains(".version"));
        else
            QVERIFY(image.startsWith("\x7f"
                                     "ELF"));
        for (const char* kernel :
             {"parterre_fma", "parterre_copy", "parterre_fill", "parterre_smid"})
            QVERIFY2(image.contains(kernel), kernel);
    }

    void theRealOneSaysWhatAndWhere() {
        const auto opened = NvrtcLibrary::open(13000);
        if (!opened.library)
            QSKIP(opened.reason.c_str());
        CudaSource wrong = source("__global__ void f(int* p) {\n    int unused;\n    *p = q;\n}\n");
        wrong.name = "wrong.cu";
        try {
            CudaCompiler(opened.library).compile(wrong, 90);
            QFAIL("nothing thrown");
        } catch (const CompileError& error) {
            QCOMPARE(QString(error.what()), "wrong.cu:3:10: error: identifier \"q\" is undefined");
            QCOMPARE(error.diagnostics().size(), 2U);
            QCOMPARE(error.diagnostics()[1].severity, CompileDiagnostic::Severity::warning);
            QCOMPARE(error.diagnostics()[1].line, 2);
        }
        wrong.options = {"--nonsense"};
        QVERIFY_EXCEPTION_THROWN(CudaCompiler(opened.library).compile(wrong, 90), CompileError);
    }

    void loadsWhatItCompiled() {
        const auto opened = NvrtcLibrary::open(13000);
        if (!opened.library)
            QSKIP(opened.reason.c_str());
        const auto driver = std::make_shared<FakeDriver>();
        const auto context = Device(driver, 0).primaryContext();
        const auto library = loadCudaSource(
            context, source("extern \"C\" __global__ void parterre_fill(uint4*, unsigned long "
                            "long, unsigned) {}"));
        QVERIFY(library->kernel("parterre_fill").handle() != nullptr);
    }

    /// A GPU that the image of this build is not for, or a build without one.
    void kernelsWithoutMachineCodeAreCompiled_data() {
        QTest::addColumn<DriverFunction>("refusing");
        QTest::addColumn<int>("result");
        const auto row = [](const char* name, DriverFunction refusing, abi::CUresult result) {
            QTest::newRow(name) << refusing << static_cast<int>(result);
        };
        row("no code for it", DriverFunction::cuLibraryLoadData, abi::CUDA_ERROR_NO_BINARY_FOR_GPU);
        row("no code at all", DriverFunction::cuLibraryLoadData, abi::CUDA_ERROR_INVALID_PTX);
        // So answers driver 580, which loads lazily.
        row("no code at all, found out late", DriverFunction::cuLibraryGetKernel,
            abi::CUDA_ERROR_INVALID_IMAGE);
    }
    void kernelsWithoutMachineCodeAreCompiled() {
        QFETCH(DriverFunction, refusing);
        QFETCH(int, result);
        const auto opened = NvrtcLibrary::open(13000);
        if (!opened.library)
            QSKIP(opened.reason.c_str());
        const auto driver = std::make_shared<FaultyDriver>(std::make_shared<FakeDriver>());
        const auto context = Device(driver, 0).primaryContext();
        const auto loads = [&](DriverFunction function) { return function == refusing; };
        for (int i = 0; i < 2; ++i) { // compiled once, loaded as often as asked
            driver->failCall(1, static_cast<abi::CUresult>(result), loads);
            QVERIFY(loadEmbeddedKernels(context)->kernel("parterre_fma").handle() != nullptr);
            QCOMPARE(driver->calls(), 2);
        }
        // Any other refusal is none of the compiler's business.
        driver->failCall(1, abi::CUDA_ERROR_OUT_OF_MEMORY, loads);
        QVERIFY_EXCEPTION_THROWN(loadEmbeddedKernels(context), CudaError);
        QCOMPARE(driver->calls(), 1);
    }

private:
    static QString describe(const std::vector<CompileDiagnostic>& diagnostics) {
        QStringList lines;
        for (const CompileDiagnostic& diagnostic : diagnostics)
            lines << QString::fromStdString(toText(diagnostic));
        return lines.join('\n');
    }
};

QTEST_GUILESS_MAIN(TestNvrtc)
#include "tst_nvrtc.moc"
