/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STOCK_READER_H
#define MRC_STOCK_READER_H

#include "mrc-stock-refusal.h"

#include "ns3/mrc-locator-block.h"
#include "ns3/mrc-stock-way.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace ns3
{
namespace mrc
{

struct InnerHeader;

/** Where a packet of a NIC's stack goes, and how. */
struct StockErrand
{
    uint32_t destination{0};     //!< the NIC
    uint16_t protocol{0};        //!< EtherType of the packet that the NIC encapsulates
    std::size_t innerAt{0};      //!< bytes of outer headers in front of that packet
    std::optional<StockWay> way; //!< these headers; none: the NIC makes some
};

/** Reads where packets of a NIC's stack go. */
class StockReader
{
  public:
    /** The NIC, and the part of its fabric's configuration that decides. */
    struct Edge
    {
        uint32_t nic{0};                   //!< number of the NIC
        uint32_t nics{0};                  //!< of the fabric
        uint32_t ipv4Network{0};           //!< address that is one below that of NIC 0
        uint32_t mostSegments{0};          //!< bytes of a segment routing header that a trim
                                           //!< leaves whole
        std::optional<LocatorBlock> block; //!< of a fabric with uSIDs
    };

    /** @param edge of the NIC */
    explicit StockReader(const Edge& edge)
        : m_edge(edge)
    {
    }

    /**
     * @param bytes a packet of the stack
     * @param protocol EtherType that the stack gave
     * @return where the packet goes, or why the NIC does not take it [stock-refusals]
     */
    std::variant<StockErrand, StockRefusal> Read(const std::vector<uint8_t>& bytes,
                                                 uint16_t protocol) const;

  private:
    std::optional<uint32_t> DestinationOf(const InnerHeader& header) const;
    bool HasRoomFor(const StockWayReading& read) const;
    bool ReadLast(const std::vector<uint8_t>& bytes, InnerHeader& header) const;

    Edge m_edge;
};

/**
 * @param version 4 or 6
 * @return the EtherType of that version
 */
uint16_t IpEtherType(uint8_t version);

} // namespace mrc
} // namespace ns3

#endif /* MRC_STOCK_READER_H */
