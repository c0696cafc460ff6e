// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/compile_log.h"

#include <QTest>

using namespace parterre;
using Severity = CompileDiagnostic::Severity;

Q_DECLARE_METATYPE(std::vector<CompileDiagnostic>)

/// Logs as NVRTC 13.0 wrote them, word for word.
class TestCompileLog : public QObject {
    Q_OBJECT

private slots:
    void readsLogs_data() {
        QTest::addColumn<QByteArray>("log");
        QTest::addColumn<std::vector<CompileDiagnostic>>("expected");
        using Expected = std::vector<CompileDiagnostic>;

        QTest::newRow("nothing said") << QByteArray() << Expected{};
        QTest::newRow("errors and a warning")
            << QByteArray(
                   "demo.cu(3): error: a value of type \"int\" cannot be used to initialize an "
                   "entity of type \"int *\"\n"
                   "  \tint *q = 5; *p = foo(3);\n"
                   "  \t         ^\n"
                   "\n"
                   "demo.cu(4): error: identifier \"bar\" is undefined\n"
                   "   bar x;}\n"
                   "   ^\n"
                   "\n"
                   "demo.cu(2): warning #177-D: variable \"unused\" was declared but never "
                   "referenced\n"
                   "  \tint unused;\n"
                   "  \t    ^\n"
                   "\n"
                   "Remark: The warnings can be suppressed with \"-diag-suppress "
                   "<warning-number>\"\n"
                   "\n"
                   "2 errors detected in the compilation of \"demo.cu\".\n")
            << Expected{
                   {"demo.cu", 3, 11, Severity::error,
                    "a value of type \"int\" cannot be used to initialize an entity of type "
                    "\"int *\""},
                   {"demo.cu", 4, 2, Severity::error, "identifier \"bar\" is undefined"},
                   {"demo.cu", 2, 6, Severity::warning,
                    "variable \"unused\" was declared but never referenced"}};
        QTest::newRow("missing header")
            << QByteArray("demo.cu(1): catastrophic error: cannot open source file \"nope.h\"\n"
                          "  #include \"nope.h\"\n"
                          "                   ^\n"
                          "\n"
                          "1 catastrophic error detected in the compilation of \"demo.cu\".\n"
                          "Compilation terminated.\n")
            << Expected{{"demo.cu", 1, 18, Severity::error, "cannot open source file \"nope.h\""}};
        QTest::newRow("instantiation")
            << QByteArray(
                   "demo.cu(1): error: name followed by \"::\" must be a class or namespace name\n"
                   "  template<class T> struct A { typename T::x q; };\n"
                   "                                        ^\n"
                   "          detected during instantiation of class \"A<T> [with T=int]\" at "
                   "line 2\n")
            << Expected{
                   {"demo.cu", 1, 39, Severity::error,
                    "name followed by \"::\" must be a class or namespace name\n"
                    "detected during instantiation of class \"A<T> [with T=int]\" at line 2"}};
        QTest::newRow("parentheses in a file's name")
            << QByteArray("dir/some file(1).cu(8): catastrophic error: #error directive: boo\n"
                          "  #error boo\n"
                          "   ^\n")
            << Expected{{"dir/some file(1).cu", 8, 2, Severity::error, "#error directive: boo"}};
        QTest::newRow("an option")
            << QByteArray("nvrtc: error: unrecognized option --nonsense "
                          "found\n")
            << Expected{{"", 0, 0, Severity::error, "unrecognized option --nonsense found"}};
        QTest::newRow("assembler")
            << QByteArray("ptxas application ptx input, line 24; error   : Not a name of any known "
                          "instruction: 'bogus'\n"
                          "ptxas fatal   : Ptx assembly aborted due to errors\n")
            << Expected{
                   {"", 0, 0, Severity::error, "Not a name of any known instruction: 'bogus'"},
                   {"", 0, 0, Severity::error, "Ptx assembly aborted due to errors"}};
        QTest::newRow("no caret, cut off")
            << QByteArray("a.cu(7): error: it ends here")
            << Expected{{"a.cu", 7, 0, Severity::error, "it ends here"}};
        QTest::newRow("Windows line ends") << QByteArray("a.cu(7): error: x\r\n  y\r\n  ^\r\n")
                                           << Expected{{"a.cu", 7, 1, Severity::error, "x"}};
        QTest::newRow("nothing of the form")
            << QByteArray("(3): error: no file\nf(0): error: x\nf(99999999999): error: x\n"
                          "f(2): errors: x\n^\n\n\n")
            << Expected{};
    }
    void readsLogs() {
        QFETCH(QByteArray, log);
        QFETCH(std::vector<CompileDiagnostic>, expected);
        const auto read = parseCompileLog(log.toStdString());
        std::string text;
        for (const CompileDiagnostic& diagnostic : read)
            text += toText(diagnostic) + "\n";
        QVERIFY2(read == expected, text.c_str());
    }

    void writesAsCompilersDo() {
        QCOMPARE(toText({"a.cu", 3, 7, Severity::error, "no"}), std::string("a.cu:3:7: error: no"));
        QCOMPARE(
            toText({"a.cu", 3, 0, Severity::warning, "hm"}), std::string("a.cu:3: warning: hm"));
        QCOMPARE(toText({"", 0, 0, Severity::note, "so"}), std::string("note: so"));
    }

    /// A log cut off anywhere is read without a crash, and what was whole stays.
    void readsEveryPrefix() {
        const std::string log = "demo.cu(3): error: one\n  x\n  ^\n\nb.cu(4): warning #1-D: two\n";
        for (std::size_t length = 0; length <= log.size(); ++length) {
            const auto read = parseCompileLog(log.substr(0, length));
            QVERIFY(read.size() <= 2);
            if (length >= log.find("\n\n")) {
                QCOMPARE(read.at(0), (CompileDiagnostic{"demo.cu", 3, 1, Severity::error, "one"}));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestCompileLog)
#include "tst_compile_log.moc"
