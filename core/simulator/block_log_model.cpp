// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/block_log_model.h"

#include "core/simulator/kernel_work.h"

#include <utility>

namespace parterre {
namespace {

using Count = std::uint64_t;
struct Record {
    std::uint64_t start;
    std::uint64_t end;
    std::uint32_t smId;
    std::uint32_t unused;
};
static_assert(sizeof(Record) == 24);

} // namespace

BlockLogModel::BlockLogModel(const KernelModel& model, const KernelLaunch& launch)
    : m_address(argument<abi::CUdeviceptr>(launch, model.parameterCount() - 2))
    , m_capacity(argument<unsigned>(launch, model.parameterCount() - 1))
    , m_blocks(launch.blocks)
    , m_blocksPerSm(static_cast<unsigned>(launch.blocksPerSm)) {}

MemoryRange BlockLogModel::range() const {
    return {m_address, sizeof(Count) + m_capacity * sizeof(Record)};
}

MemoryEffect
BlockLogModel::effect(SimulatedTime begun, SimulatedTime ended, const SmMask& held) const {
    MemoryEffect effect;
    effect.writes = range();
    effect.change = [begun, ended, smIds = smIdsOf(held), log = *this](std::byte* written) {
        if (smIds.empty())
            return;
        const unsigned long long wave = smIds.size() * 1ULL * log.m_blocksPerSm;
        const auto waves = static_cast<std::int64_t>((log.m_blocks + wave - 1) / wave);
        const std::int64_t took = (ended - begun).count();
        Count count = 0;
        std::memcpy(&count, written, sizeof count);
        for (unsigned long long block = 0; block < log.m_blocks; ++block) {
            const Count index = count + block;
            if (index >= log.m_capacity)
                break;
            const auto turn = static_cast<std::int64_t>(block / wave);
            const Record record{
                static_cast<std::uint64_t>(begun.count() + took * turn / waves),
                static_cast<std::uint64_t>(begun.count() + took * (turn + 1) / waves),
                static_cast<std::uint32_t>(smIds[block % smIds.size()]), 0};
            std::memcpy(written + sizeof count + index * sizeof record, &record, sizeof record);
        }
        count += log.m_blocks;
        std::memcpy(written, &count, sizeof count);
    };
    return effect;
}

} // namespace parterre
