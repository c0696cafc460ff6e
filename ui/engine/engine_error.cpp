// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/engine_error.h"

#include "ui/shell/text.h"

#include <QCoreApplication>

namespace parterre::ui {
namespace {

QString field(const Json& data, const char* key) {
    if (!data.is_object())
        return {};
    const auto found = data.find(key);
    return found != data.end() && found->is_string() ? toQt(found->get<std::string>()) : QString();
}

} // namespace

QString EngineError::hint() const {
    QString hint = field(data, "hint");
    if (!hint.isEmpty())
        return hint;
    const QString needs = field(data, "needs");
    if (!needs.isEmpty())
        return QCoreApplication::translate("EngineError", "It needs %1; found: %2.")
            .arg(needs, field(data, "found"));
    const QString allowed = field(data, "allowed");
    if (!allowed.isEmpty())
        return QCoreApplication::translate("EngineError", "Allowed: %1.").arg(allowed);
    return {};
}

QString EngineError::cause() const {
    const QString call = field(data, "call");
    const QString result = field(data, "cuda_error");
    if (call.isEmpty() || result.isEmpty())
        return call + result;
    return QCoreApplication::translate("EngineError", "%1 answered %2").arg(call, result);
}

} // namespace parterre::ui
