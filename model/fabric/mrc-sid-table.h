/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SID_TABLE_H
#define MRC_SID_TABLE_H

#include "ns3/mrc-address-plan.h"

#include <cstdint>
#include <ostream>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The behaviour of a node for a packet to one of its SIDs (RFC 8986 sec. 4). */
enum class SidBehaviour : uint8_t
{
    END,      //!< go on to the next segment
    END_X,    //!< the same, over a fixed adjacency
    END_DT6,  //!< take the outer header off, look the inner IPv6 address up
    END_DT46, //!< the same, also of IPv4
};

/** Additions to a behaviour; any combination (RFC 8986 sec. 4.16, RFC 9800 sec. 4.1). */
enum SidFlavour : uint8_t
{
    SID_NEXT_CSID = 1, //!< the argument behind the SID holds the next ones: uN, uA, uDT
    SID_PSP = 2,       //!< takes the segment header off when the SID makes the last segment active
    SID_USP = 4,       //!< takes the segment header off at the last segment
    SID_USD = 8,       //!< takes the outer header off at the last segment
};

/** A SID of a node. */
struct LocalSid
{
    AddressBits prefix;    //!< block and SID; the bits behind are 0
    uint8_t blockBits{32}; //!< length of the locator block
    uint8_t sidBits{16};   //!< of the bits that one shift consumes: 32 for node and function
    SidBehaviour behaviour{SidBehaviour::END}; //!< the behaviour
    uint8_t flavours{0};                       //!< of SidFlavour
    uint32_t target{0}; //!< adjacency of END_X, table of END_DT6 and END_DT46; others: 0

    /** @return bits that a destination is compared in */
    unsigned Length() const
    {
        return blockBits + sidBits;
    }

    /** @return whether this flavour is among those of the SID */
    bool Has(SidFlavour flavour) const
    {
        return (flavours & flavour) != 0;
    }
};

/** Prints the behaviour of a SID, "End next-csid psp" for example. */
std::ostream& operator<<(std::ostream& os, const LocalSid& sid);

/** The SIDs of one node: the longest that a destination begins with is the one that acts. */
class SidTable
{
  public:
    /**
     * Adds a SID.
     *
     * @param sid with NEXT-CSID its block has 16, 32 or 48 bits
     * @throws std::invalid_argument for another block, a SID of no bits, bits behind the prefix, or
     * a prefix that is there already. A SID that is 0, the end of a carrier, is refused too
     */
    void Add(const LocalSid& sid);

    /** @return the SID that a destination is for, null if it is none of this node */
    const LocalSid* Find(const AddressBits& destination) const;

    /**
     * Lets packets with this protocol number go to the node itself if their last segment is a SID.
     */
    void AllowUpperLayer(uint8_t protocol)
    {
        m_upperLayers.push_back(protocol);
    }

    /** @return whether packets with this protocol number may */
    bool IsUpperLayerAllowed(uint8_t protocol) const;

    /** @return all SIDs, the longest first */
    const std::vector<LocalSid>& Sids() const
    {
        return m_sids;
    }

  private:
    std::vector<LocalSid> m_sids;
    std::vector<uint8_t> m_upperLayers;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SID_TABLE_H */
