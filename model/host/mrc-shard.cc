/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-shard.h"

#include <utility>

namespace ns3
{
namespace mrc
{

// The kernel comes last, as its events go to fabric and NICs; the fabric schedules none before.
Shard::Shard(ShardPlan plan, HotKernel::HostFinder findHost)
    : m_fabric(std::move(plan.fabric), plan.draws),
      m_commons(plan.nics.nics.size()),
      m_nics(std::move(plan.nics), m_fabric),
      m_path(m_fabric, m_nics),
      m_kernel(m_path, findHost)
{
    m_fabric.SetKernel(&m_kernel);
}

Shard::Shard(ShardPlan plan, HotHost& host)
    : m_fabric(std::move(plan.fabric), plan.draws),
      m_commons(plan.nics.nics.size()),
      m_nics(std::move(plan.nics), m_fabric),
      m_path(m_fabric, m_nics),
      m_kernel(m_path, host)
{
    m_fabric.SetKernel(&m_kernel);
}

Shard::Shard(Shard& first, NicPlan nics, ShardIndex own, HotHost& host)
    : m_fabric(first.m_fabric, own),
      m_commons(nics.nics.size()),
      m_nics(std::move(nics), m_fabric),
      m_path(m_fabric, m_nics),
      m_kernel(m_path, host)
{
    m_fabric.SetKernel(&m_kernel);
}

} // namespace mrc
} // namespace ns3
