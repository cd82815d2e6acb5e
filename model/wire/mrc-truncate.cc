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
Truncate(Datagram& datagram, uint32_t frameBytesLeft)
{
    uint32_t end = BTH_AT + BTH_BYTES + FCS_BYTES;
    for (const HeaderKind kind : HeaderChain(datagram.bth))
    {
        end += BytesOf(kind);
        if (end > frameBytesLeft)
        {
            Clear(datagram, kind);
        }
    }
}

} // namespace mrc
} // namespace ns3
