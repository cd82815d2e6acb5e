/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-truncate.h"

#include "mrc-frame-size.h"
#include "mrc-header-chain.h"

namespace ns3
{
namespace mrc
{

void
Truncate(Datagram& datagram, uint32_t frameBytesLeft, Encapsulation encapsulation)
{
    // The frame that is left ends with an FCS of its own, which takes room from the headers.
    uint32_t end = UdpAt(encapsulation) + UDP_BYTES + BTH_BYTES + FCS_BYTES;
    for (const HeaderKind kind : HeaderChain(datagram.bth))
    {
        end += BytesOf(kind);
        // Of a header that is cut within nothing counts, or a value could be half there.
        if (end > frameBytesLeft)
        {
            Clear(datagram, kind);
        }
    }
}

} // namespace mrc
} // namespace ns3
