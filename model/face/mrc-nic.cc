/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-nic.h"

#include "ns3/log.h"
#include "ns3/object-vector.h"
#include "ns3/uinteger.h"

#include <algorithm>

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
            .AddAttribute(
                "QueuePairs",
                "The queue pairs of which this NIC is the source, in the order in which they "
                "were connected. The other end of one is its Peer()",
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
    const auto earlier = [](const Ptr<Qp>& a, const Ptr<Qp>& b) {
        return a->Number() < b->Number();
    };
    // The network offers all its queue pairs again each time it makes faces, so those that are
    // known must be found fast.
    const auto place = std::lower_bound(m_pairs.begin(), m_pairs.end(), pair, earlier);
    if (place == m_pairs.end() || *place != pair)
    {
        NS_LOG_INFO("NIC " << m_number << " shows queue pair " << pair->Number() << " to NIC "
                           << pair->Destination());
        m_pairs.insert(place, pair);
    }
}

/** The queue pairs themselves stay with their network, which disposes of them. */
void
Nic::DoDispose()
{
    m_pairs.clear();
    Object::DoDispose();
}

} // namespace mrc
} // namespace ns3
