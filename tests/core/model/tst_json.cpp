// SPDX-License-Identifier: Apache-2.0
#include "core/model/json.h"

#include <QTest>

#include <functional>

using namespace parterre;

class TestJson : public QObject {
    Q_OBJECT

    /// what() of the InputError thrown; empty if none was.
    static QString errorOf(const std::function<void()>& action) {
        try {
            action();
            return {};
        } catch (const InputError& error) {
            return QString::fromUtf8(error.what());
        }
    }

private slots:
    void brokenDocuments_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("error");
        const QString document = "; allowed: a JSON document";
        QTest::newRow("empty") << QByteArray("") << "f, line 1, column 1 is empty" + document;
        QTest::newRow("a word") << QByteArray("\n\n  nope")
                                << "f, line 3, column 4 is not JSON" + document;
        QTest::newRow("invalid UTF-8")
            << QByteArray("{\"a\": \"\xff\"}") << "f, line 1, column 8 is not JSON" + document;
        QTest::newRow("number") << QByteArray("[1e999]")
                                << "f is a number out of range; allowed: numbers a double can hold";
        QTest::newRow("deep") << QByteArray(100'000, '[') + QByteArray(100'000, ']')
                              << "f is nested more than 64 levels deep; allowed: at most 64 levels";
    }

    void brokenDocuments() {
        QFETCH(QByteArray, text);
        QTEST(errorOf([&] { parseJson(text.toStdString(), "f"); }), "error");
    }

    void sixtyFourLevelsAreFine() {
        const QByteArray text = QByteArray(64, '[') + QByteArray(64, ']');
        QVERIFY(parseJson(text.toStdString(), "f").is_array());
    }

    void wrongFields() {
        const Json json = parseJson(
            R"({"text": 1, "yes": "x", "int": 2.5, "big": 18446744073709551615, "list": {},
                "bad": [1, "x"], "items": [{}, 3], "word": "blue"})",
            "f");
        const JsonReader reader(json, "a.b");
        const auto error = [&](auto read) { return errorOf([&] { read(reader); }); };
        using R = const JsonReader&;
        QCOMPARE(error([](R r) { r.string("text"); }), "a.b.text is 1; allowed: a text");
        QCOMPARE(error([](R r) { r.string("none"); }), "a.b.none is missing; allowed: a text");
        QCOMPARE(
            error([](R r) { r.boolean("yes", true); }), "a.b.yes is \"x\"; allowed: true or false");
        QCOMPARE(
            error([](R r) { r.integer("int", 0, 9); }),
            "a.b.int is 2.5; allowed: a whole number from 0 to 9");
        QCOMPARE(
            error([](R r) { r.integer("big", 0, 9); }),
            "a.b.big is 18446744073709551615; allowed: a whole number from 0 to 9");
        QCOMPARE(error([](R r) { r.number("text", 0); }), "");
        QCOMPARE(error([](R r) { r.number("yes", 0); }), "a.b.yes is \"x\"; allowed: a number");
        QCOMPARE(
            error([](R r) { r.integers("list", 0, 9); }),
            "a.b.list is {}; allowed: a list of whole numbers from 0 to 9");
        QCOMPARE(
            error([](R r) { r.integers("bad", 0, 9); }),
            "a.b.bad[1] is \"x\"; allowed: a list of whole numbers from 0 to 9");
        QCOMPARE(
            error([](R r) { r.forEach("items", [](R) {}); }),
            "a.b.items[1] is 3; allowed: a JSON object");
        QCOMPARE(
            error([](R r) {
                r.word<int>("word", {{"red", 1}, {"green", 2}}, 1);
            }),
            "a.b.word is \"blue\"; allowed: red, green");
    }

    void absentAndNullFieldsFallBack() {
        const Json json = parseJson(R"({"null": null})", "f");
        const JsonReader reader(json, "");
        QVERIFY(!reader.has("null"));
        QCOMPARE(reader.integer("null", 0, 9, 7), std::int64_t{7});
        QCOMPARE(reader.string("none", "x"), std::string("x"));
        QVERIFY(reader.integers("none", 0, 9).empty());
    }

    void longValuesAreShortened() {
        const Json json = {{"text", std::string(10'000, 'x')}};
        const JsonReader reader(json, "");
        const QString error = errorOf([&] { reader.integer("text", 0, 9); });
        QVERIFY(error.size() < 150);
    }
};

QTEST_GUILESS_MAIN(TestJson)
#include "tst_json.moc"
