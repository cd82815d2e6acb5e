/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sid-table.h"

#include "ns3/mrc-address-mask.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the address as eight groups, none left out */
std::string
Text(const AddressBits& address)
{
    std::ostringstream text;
    text << std::hex;
    for (unsigned group = 0; group < 8; ++group)
    {
        const uint64_t word = group < 4 ? address.high : address.low;
        text << (group == 0 ? "" : ":") << ((word >> (48 - 16 * (group % 4))) & 0xffff);
    }
    return text.str();
}

[[noreturn]] void
Refuse(const LocalSid& sid, const std::string& why)
{
    std::ostringstream what;
    what << "SID " << Text(sid.prefix) << "/" << sid.Length() << ": " << why;
    throw std::invalid_argument(what.str());
}

} // namespace

std::ostream&
operator<<(std::ostream& os, const LocalSid& sid)
{
    static constexpr const char* BEHAVIOURS[] = {"End", "End.X", "End.DT6", "End.DT46"};
    static constexpr std::pair<SidFlavour, const char*> FLAVOURS[] = {
        {SID_NEXT_CSID, " next-csid"},
        {SID_PSP, " psp"},
        {SID_USP, " usp"},
        {SID_USD, " usd"},
    };
    os << BEHAVIOURS[static_cast<unsigned>(sid.behaviour)];
    for (const auto& [flavour, name] : FLAVOURS)
    {
        os << (sid.Has(flavour) ? name : "");
    }
    return os;
}

void
SidTable::Add(const LocalSid& sid)
{
    if (sid.Has(SID_NEXT_CSID) && sid.blockBits != 16 && sid.blockBits != 32 && sid.blockBits != 48)
    {
        // RFC 9800 sec. 4.1 recommends these; routers have no others.
        Refuse(sid, "a block of " + std::to_string(sid.blockBits) + " bits; expected 16, 32 or 48");
    }
    if (sid.sidBits == 0 || sid.Length() > ADDRESS_BITS)
    {
        Refuse(sid, "expected 1 to 128 bits, some of them behind the block");
    }
    // A prefix with bits behind it would match no address.
    if (FirstBits(sid.prefix, sid.Length()) != sid.prefix)
    {
        Refuse(sid, "bits are set behind its prefix");
    }
    if (MovedForward(sid.prefix, sid.blockBits) == AddressBits())
    {
        Refuse(sid, "0 behind the block is the end of a carrier");
    }
    const auto isSame = [&](const LocalSid& other) {
        return other.prefix == sid.prefix && other.Length() == sid.Length();
    };
    if (std::any_of(m_sids.begin(), m_sids.end(), isSame))
    {
        Refuse(sid, "is there already");
    }
    // The longest prefix first, so that the first match is the longest [segment-longest]; routers
    // have some ten.
    const auto place = std::find_if(m_sids.begin(), m_sids.end(), [&](const LocalSid& other) {
        return other.Length() < sid.Length();
    });
    m_sids.insert(place, sid);
}

const LocalSid*
SidTable::Find(const AddressBits& destination) const
{
    for (const LocalSid& sid : m_sids)
    {
        if (FirstBits(destination, sid.Length()) == sid.prefix)
        {
            return &sid;
        }
    }
    return nullptr;
}

bool
SidTable::IsUpperLayerAllowed(uint8_t protocol) const
{
    return std::find(m_upperLayers.begin(), m_upperLayers.end(), protocol) != m_upperLayers.end();
}

} // namespace mrc
} // namespace ns3
