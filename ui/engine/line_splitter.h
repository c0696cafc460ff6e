// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>

#include <cstddef>

namespace parterre::ui {

/// Cuts a byte stream into lines. Bytes of an unfinished line wait for the rest of it.
class LineSplitter {
public:
    /// `longest` is the most bytes a line may have, without its newline.
    explicit LineSplitter(std::size_t longest);

    /// The lines that `bytes` completes, without newlines and without empty ones.
    QList<QByteArray> append(const QByteArray& bytes);

    /// True once a line grew beyond the limit; nothing that follows can then be trusted.
    bool isOverlong() const { return m_overlong; }
    void clear();

private:
    std::size_t m_longest;
    QByteArray m_rest;
    bool m_overlong = false;
};

} // namespace parterre::ui
