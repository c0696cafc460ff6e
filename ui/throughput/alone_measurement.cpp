// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/alone_measurement.h"

#include "ui/engine/session.h"

namespace parterre::ui {

AloneMeasurement::AloneMeasurement(Session& session, QObject* parent)
    : QObject(parent)
    , m_session(session) {
    connect(&session, &Session::runningChanged, this, &AloneMeasurement::goOn);
    connect(&session, &Session::samplesArrived, this, &AloneMeasurement::take);
    // Numbers of partitions mean others from now on, or none.
    connect(&session, &Session::applyFinished, this, &AloneMeasurement::end);
    connect(&session, &Session::deviceChanged, this, &AloneMeasurement::end);
    connect(&session, &Session::failed, this, &AloneMeasurement::end);
    connect(&session, &Session::engineLost, this, &AloneMeasurement::end);
}

QString AloneMeasurement::whyNot() const {
    const Applied* applied = m_session.applied();
    if (!applied)
        return tr("Apply the plan first.");
    for (int i = 0; i < static_cast<int>(applied->partitions.size()); ++i)
        if (isMeasured(i))
            return {};
    return tr("No partition has a workload: choose one in the table.");
}

bool AloneMeasurement::isMeasured(int partition) const {
    return m_session.hasWorkload(partition) && !m_session.applied()->kernels.contains(partition);
}

void AloneMeasurement::start() {
    if (isActive() || !whyNot().isEmpty())
        return;
    const Applied& applied = *m_session.applied();
    m_before = applied.running;
    m_kernels = applied.kernels;
    m_left.clear();
    for (int i = static_cast<int>(applied.partitions.size()) - 1; i >= 0; --i)
        if (isMeasured(i))
            m_left.push_back(i);
    m_step = Step::clearing;
    emit changed();
    if (m_before.empty())
        measureNext();
    else
        m_session.stopAll();
}

void AloneMeasurement::cancel() {
    if (!isActive())
        return;
    m_left.clear();
    if (m_step == Step::clearing)
        return; // a stop is on its way
    m_step = Step::clearing;
    m_session.stopAll();
}

void AloneMeasurement::goOn() {
    if (!isActive())
        return;
    const Applied* applied = m_session.applied();
    if (!applied)
        return end();
    const std::set<int>& running = applied->running;
    switch (m_step) {
    case Step::idle:
        break;
    case Step::clearing:
        if (running.empty())
            measureNext();
        break;
    case Step::starting:
        if (running == std::set{m_current})
            m_step = Step::measuring;
        else if (!running.empty())
            end();
        break;
    case Step::measuring:
        if (running != std::set{m_current})
            end();
        break;
    }
}

void AloneMeasurement::take(const std::vector<Sample>& samples) {
    if (m_step != Step::measuring)
        return;
    for (const Sample& sample : samples)
        if (sample.partition == m_current)
            m_sampled += sample.duration;
    if (m_sampled < longEnough)
        return;
    m_step = Step::clearing;
    m_session.stop(m_current);
}

void AloneMeasurement::measureNext() {
    if (m_left.empty()) {
        end();
        for (const int partition : m_before) {
            const auto edited = m_kernels.find(partition);
            if (edited == m_kernels.end())
                m_session.run(partition);
            else
                m_session.runKernel(partition, edited->second);
        }
        return;
    }
    m_current = m_left.back();
    m_left.pop_back();
    m_sampled = 0;
    m_step = Step::starting;
    m_session.run(m_current);
}

void AloneMeasurement::end() {
    if (!isActive())
        return;
    m_step = Step::idle;
    emit changed();
}

} // namespace parterre::ui
