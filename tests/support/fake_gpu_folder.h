// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFile>
#include <QFileInfo>
#include <QString>
#include <QTemporaryDir>

namespace parterre::test {

/// A folder for LD_LIBRARY_PATH. Programs started with it find a GPU that is none
/// (simulated_libcuda.cpp), and with `hasCompiler` an NVRTC that is none (fake_libnvrtc.cpp).
/// `libraries`: where those two are.
class FakeGpuFolder {
public:
    FakeGpuFolder(const QString& libcuda, const QString& libnvrtc, bool hasCompiler = true)
        : m_before(qgetenv("LD_LIBRARY_PATH")) {
        link(libcuda, QStringLiteral("libcuda.so.1"));
        if (hasCompiler)
            link(libnvrtc, QStringLiteral("libnvrtc.so.13"));
        else // one that loads and is none, so that none is found where the test runs either
            for (const char* name : {"libnvrtc.so.13", "libnvrtc.so.12"})
                link(libcuda, QLatin1String(name));
        qputenv("LD_LIBRARY_PATH", m_folder.path().toLocal8Bit() + ':' + m_before);
    }
    ~FakeGpuFolder() { qputenv("LD_LIBRARY_PATH", m_before); }
    FakeGpuFolder(const FakeGpuFolder&) = delete;
    FakeGpuFolder& operator=(const FakeGpuFolder&) = delete;

private:
    void link(const QString& library, const QString& name) {
        QFile::link(QFileInfo(library).absoluteFilePath(), m_folder.filePath(name));
    }

    QTemporaryDir m_folder;
    QByteArray m_before;
};

} // namespace parterre::test
