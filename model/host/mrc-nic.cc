/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic.h"

#include "ns3/log.h"
#include "ns3/object-vector.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcNic");

NS_OBJECT_ENSURE_REGISTERED(Nic);

TypeId
Nic::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mrc::Nic")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddConstructor<Nic>()
            .AddAttribute("Number",
                          "Which NIC of its fabric this is, from 0",
                          TypeId::ATTR_GET,
                          UintegerValue(0),
                          MakeUintegerAccessor(&Nic::m_number),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("QueuePairs",
                          "The queue pairs that post at this NIC, in the order in which they were "
                          "connected",
                          TypeId::ATTR_GET,
                          ObjectVectorValue(),
                          MakeObjectVectorAccessor(&Nic::m_pairs),
                          MakeObjectVectorChecker<Qp>());
    return tid;
}

Nic::Nic(uint32_t number)
    : m_number(number)
{
}

void
Nic::Add(Ptr<Qp> pair)
{
    if (m_pairs.empty() || m_pairs.back()->Number().value < pair->Number().value)
    {
        NS_LOG_INFO("NIC " << m_number << " shows queue pair " << pair->Number().value << " to NIC "
                           << pair->Destination());
        m_pairs.push_back(pair);
    }
}

void
Nic::DoDispose()
{
    m_pairs.clear();
    Object::DoDispose();
}

} // namespace mrc
} // namespace ns3
