/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-roce-maker.h"

#include "mrc-roce-connection.h"
#include "mrc-roce-setup.h"

#include "ns3/mrc-frame-size.h"

#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** @throws std::invalid_argument with the error, and the expected value */
void
Refuse(const std::string& what)
{
    throw std::invalid_argument("ns3::mrc::RoceTransport::" + what);
}

} // namespace

void
RoceMaker::Check(const ConnectionParameters& parameters) const
{
    std::ostringstream what;
    if (m_config.plane >= static_cast<int>(parameters.planes))
    {
        what << "Plane is " << m_config.plane << "; expected -1 .. " << parameters.planes - 1
             << ", the planes that there are";
    }
    else if (m_config.AckTimeout() <= parameters.LongestRtt())
    {
        // A shorter timeout would send packets again before their ACKs can be there.
        what << "AckTimeoutExponent means " << m_config.AckTimeout().Ps() / 1000
             << " ns; expected more than an unloaded round trip, "
             << parameters.LongestRtt().Ps() / 1000 << " ns";
    }
    else if (m_config.window != 0 && m_config.window < parameters.qp->payload)
    {
        what << "Window is " << m_config.window << " bytes; expected 0, or at least a packet of "
             << parameters.qp->payload;
    }
    else if (parameters.dscp.IsTrimmed(m_config.dataDscp) ||
             m_config.dataDscp == parameters.dscp.control)
    {
        what << "DataDscp is " << +m_config.dataDscp
             << ", which is that of trimmed or control packets; expected another";
    }
    else if (parameters.dscp.IsTrimmed(m_config.cnpDscp))
    {
        what << "CnpDscp is " << +m_config.cnpDscp
             << ", which is that of trimmed packets; expected another";
    }
    else if (parameters.dscp.IsData(m_config.cnpDscp) || m_config.cnpDscp == m_config.dataDscp)
    {
        // A CNP among data would wait in the queues that it is to relieve.
        what << "CnpDscp is " << +m_config.cnpDscp << ", which is that of data; expected another";
    }
    if (!what.str().empty())
    {
        Refuse(what.str());
    }
}

TransportSides
RoceMaker::Make(const ConnectionParameters& parameters, QueuePairObserver& observer) const
{
    auto pair = std::make_unique<RoceConnection>(RoceSetup::Of(m_config, parameters), observer);
    QueuePairAdmin* const admin = pair.get();
    return {std::move(pair), admin};
}

uint32_t
RoceMaker::ExtensionBytesOfData() const
{
    return ExtensionBytes(Opcode::RC_WRITE_MIDDLE);
}

} // namespace mrc
} // namespace ns3
