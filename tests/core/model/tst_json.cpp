// SPDX-License-Identifier: Apache-2.0
#include "core/model/json.h"
#include "core/model/protocol.h"

#include <QTest>

using namespace parterre;

class TestJson : public QObject {
    Q_OBJECT

private slots:
    void syntaxErrorsNameLineAndColumn_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("place");
        QTest::newRow("a word") << QByteArray(R"({"a": x})") << "line 1, column 7";
        QTest::newRow("second line")
            << QByteArray("{\n  \"a\": 1,\n  oops\n}") << "line 3, column 3";
        QTest::newRow("cut off") << QByteArray("{\"a\": 1,\n\"b\": ") << "line 2, column 6";
        QTest::newRow("empty") << QByteArray() << "line 1, column 1";
        QTest::newRow("wrong bracket") << QByteArray("[1,\n\n}") << "line 3, column 1";
        QTest::newRow("two documents") << QByteArray("{} {}") << "line 1, column 4";
        QTest::newRow("invalid UTF-8") << QByteArray("[\"a\",\n\"\xff\"]") << "line 2, column 2";
        QTest::newRow("half a surrogate") << QByteArray("[\"\\ud800\"]") << "line 1, column 9";
        QTest::newRow("a zero byte") << QByteArray("[1,\0]", 5) << "line 1, column 4";
    }
    void syntaxErrorsNameLineAndColumn() {
        QFETCH(QByteArray, text);
        QFETCH(QString, place);
        try {
            (void)parseJson(text.toStdString(), "plan.json");
            QFAIL("no error");
        } catch (const InputError& error) {
            QCOMPARE(QString::fromStdString(error.field()), "plan.json, " + place);
            QCOMPARE(QString::fromStdString(error.allowed()), "a JSON document");
        }
    }

    void keepsTheOrderOfKeys() {
        const std::string text = R"({"z":1,"a":2,"m":{"y":1,"b":2}})";
        QCOMPARE(parseJson(text, "text").dump(), text);
    }

    void refusesDepth() {
        const auto nested = [](int depth) {
            return std::string(static_cast<std::size_t>(depth), '[') +
                   std::string(static_cast<std::size_t>(depth), ']');
        };
        QVERIFY(parseJson(nested(64), "text").is_array());
        QVERIFY_EXCEPTION_THROWN(parseJson(nested(66), "text"), InputError);
        // As deep as a message may be long; without an end, too.
        QVERIFY_EXCEPTION_THROWN(parseJson(nested(1 << 20), "text"), InputError);
        QVERIFY_EXCEPTION_THROWN(parseJson(std::string(1 << 20, '['), "text"), InputError);
    }

    void refusesNumbersNoDoubleHolds() {
        try {
            (void)parseJson("[1e999]", "text");
            QFAIL("no error");
        } catch (const InputError& error) {
            QCOMPARE(error.field(), std::string("text"));
        }
    }

    void integersDoNotWrap_data() {
        QTest::addColumn<QByteArray>("number");
        for (const char* number :
             {"9223372036854775808", "18446744073709551615", "99999999999999999999999", "-1",
              "4097", "-9223372036854775808", "1.5", "8.0", "1e3", "true", "\"8\"", "[8]", "{}"})
            QTest::newRow(number) << QByteArray(number);
    }
    void integersDoNotWrap() {
        QFETCH(QByteArray, number);
        const Json json = parseJson("{\"n\":" + number.toStdString() + '}', "text");
        const Json list = parseJson("{\"n\":[" + number.toStdString() + "]}", "text");
        try {
            JsonReader(json, "at").integer("n", 0, 4096);
            QFAIL("no error");
        } catch (const InputError& error) {
            QCOMPARE(error.field(), std::string("at.n"));
            QCOMPARE(error.allowed(), std::string("a whole number from 0 to 4096"));
        }
        try {
            JsonReader(list, "at").integers("n", 0, 4096);
            QFAIL("no error");
        } catch (const InputError& error) {
            QCOMPARE(error.field(), std::string("at.n[0]"));
            QCOMPARE(error.allowed(), std::string("a list of whole numbers from 0 to 4096"));
        }
    }

    void integersInRange() {
        const Json json = parseJson(R"({"a":0,"b":4096,"c":9223372036854775807,"d":null})", "text");
        const JsonReader reader(json, "");
        QCOMPARE(reader.integer("a", 0, 4096), 0);
        QCOMPARE(reader.integer("b", 0, 4096), 4096);
        QCOMPARE(
            reader.integer("c", 0, std::numeric_limits<std::int64_t>::max()),
            std::numeric_limits<std::int64_t>::max());
        QCOMPARE(reader.integer("d", 0, 9, 7), 7);
        QCOMPARE(reader.integer("e", 0, 9, 8), 8);
        QVERIFY_EXCEPTION_THROWN(reader.integer("e", 0, 9), InputError);
    }

    void longValuesAreShownShort() {
        const Json json = {{"n", std::string(100'000, 'x')}};
        try {
            JsonReader(json, "").integer("n", 0, 1);
            QFAIL("no error");
        } catch (const InputError& error) {
            QVERIFY(error.value().size() < 100);
            QVERIFY(std::string(error.what()).size() < 300);
        }
    }

    void aLineIsOneLine() {
        // What a driver or a file may put into a text must not break the framing.
        const std::string line =
            protocol::line({{"text", "two\nlines\r\0and \xff\xfe invalid bytes"}});
        QCOMPARE(line.find('\n'), line.size() - 1);
        QVERIFY(parseJson(line, "line").contains("text"));
    }
};

QTEST_GUILESS_MAIN(TestJson)
#include "tst_json.moc"
