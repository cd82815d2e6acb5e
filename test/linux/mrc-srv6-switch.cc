/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The forwarder of a switch of MRC's fabric, for test/linux/check-linux.py.
//
// usage: mrc-srv6-switch CONFIGURATION < PACKETS
//
// CONFIGURATION and PACKETS are as those of mrc-srv6-node. Of the former SIDs are read, with an
// interface of an adjacency as port. Routes are read, too, with a port as last word or `blackhole`.
// Printed is a line `INDEX PORT PACKET` for each packet that leaves.

#include "ns3/mrc-byte-cursor.h"
#include "ns3/mrc-fabric-state.h"
#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-segment-header.h"
#include "ns3/mrc-segment-rules.h"
#include "ns3/mrc-sid-line.h"
#include "ns3/mrc-srv6-values.h"
#include "ns3/mrc-stock-codec.h"
#include "ns3/mrc-switch-decapsulation.h"
#include "ns3/mrc-usid-forwarder.h"

#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3::mrc;

namespace
{

// bytes from the front of a packet
constexpr std::size_t NEXT_HEADER_AT = 6;
constexpr std::size_t HOP_LIMIT_AT = 7;
constexpr std::size_t DESTINATION_AT = 24;
constexpr std::size_t HEADER_BYTES = 40;

constexpr uint8_t INNER_IPV6 = 41;

/** @return the prefix and the length that a word tells */
Srv6Prefix
PrefixIn(std::istringstream& words)
{
    std::string word;
    words >> word;
    return PrefixOf(word);
}

/** @return the rules of a switch with such lines */
SegmentRules
Read(std::istream& lines)
{
    SegmentRules rules;
    for (std::string line; std::getline(lines, line);)
    {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (word == "sid")
        {
            Srv6Line sid(line.substr(line.find(word) + word.size()));
            SidLine read = ReadSidLine(sid, {});
            read.sid.target = std::stoul(read.interface.value_or("0"));
            rules.sids.Add(read.sid);
            continue;
        }
        words >> word; // ipv6 route
        const Srv6Prefix prefix = PrefixIn(words);
        while (words >> word)
        {
        }
        const PortIndex port = word == "blackhole" ? NO_PORT : std::stoul(word);
        rules.routes.push_back({prefix.address, static_cast<uint8_t>(prefix.length), port});
    }
    return rules;
}

std::vector<uint8_t>
Bytes(const std::string& digits)
{
    std::vector<uint8_t> bytes;
    for (std::size_t at = 0; at + 1 < digits.size(); at += 2)
    {
        bytes.push_back(std::stoul(digits.substr(at, 2), nullptr, 16));
    }
    return bytes;
}

/** A switch, and the packets of a fabric that it is alone in. */
class LoneSwitch
{
  public:
    explicit LoneSwitch(std::istream& lines)
        : m_forwarder(Read(lines)),
          m_state(FabricPlan(), KeyedDraws(1))
    {
    }

    /** Sends a packet through the switch. @return the port by which it leaves, rewritten */
    PortIndex Pass(std::vector<uint8_t>& bytes)
    {
        Frame frame;
        ByteReader destination(bytes.data() + DESTINATION_AT, 16);
        const uint64_t high = destination.Get<8>();
        frame.destination = UsidCarrier(high, destination.Get<8>());
        frame.hopLimit = bytes[HOP_LIMIT_AT];
        frame.ecn = static_cast<Ecn>((bytes[1] >> 4) & 3);
        frame.size = frame.fullSize = bytes.size();
        std::size_t headers = HEADER_BYTES;
        uint8_t inside = bytes[NEXT_HEADER_AT];
        if (inside == ROUTING_HEADER)
        {
            ByteReader in(bytes.data() + HEADER_BYTES, bytes.size() - HEADER_BYTES);
            SegmentHeader header;
            if (!Decode(in, header) || !TakeSegments(header, frame))
            {
                std::cerr << "a segment routing header that no frame has\n";
                return NO_PORT;
            }
            headers = bytes.size() - in.Left();
            inside = header.nextHeader;
        }
        const ForwardDecision decision = m_forwarder.Decide(frame, nullptr);
        if (decision.inside != Unwrapping::NO)
        {
            return inside == INNER_IPV6 ? Unwrap(frame, headers, decision, bytes) : NO_PORT;
        }
        bytes[HOP_LIMIT_AT] = frame.hopLimit;
        PutBigEndian<8>(bytes.data() + DESTINATION_AT, frame.destination.High());
        PutBigEndian<8>(bytes.data() + DESTINATION_AT + 8, frame.destination.Low());
        if (bytes[NEXT_HEADER_AT] == ROUTING_HEADER)
        {
            bytes[HEADER_BYTES + SEGMENTS_LEFT_AT] = SegmentsLeft(frame);
        }
        return decision.port;
    }

  private:
    /** Takes outer headers off. @return the port of the packet inside, which then is in `bytes` */
    PortIndex Unwrap(const Frame& outer,
                     std::size_t headers,
                     const ForwardDecision& outside,
                     std::vector<uint8_t>& bytes)
    {
        const StockPacket& packet = m_state.stock->Add({bytes.begin() + headers, bytes.end()}, {});
        const FrameIndex index = m_state.pool.Allocate();
        Datagram& datagram = m_state.pool.DatagramAt(index);
        datagram = StockDatagram(packet);
        Frame& frame = m_state.pool.At(index);
        frame = outer;
        frame.size = StockFrameSize(frame, datagram, ENCAPSULATION_SRV6);
        const ForwardDecision decision =
            SwitchDecapsulation(m_state).Unwrap(m_forwarder, index, outside);
        if (decision.port != NO_PORT)
        {
            std::vector<uint8_t> whole(frame.size);
            EncodeStockStart(m_state.format, frame, datagram, whole.data(), whole.size());
            bytes.assign(whole.begin() + ETHERNET_HEADER_BYTES, whole.end() - FCS_BYTES);
        }
        m_state.stock->Release(*datagram.stock.packet);
        m_state.pool.Release(index);
        return decision.port;
    }

    UsidForwarder m_forwarder;
    FabricState m_state;
};

} // namespace

int
main(int argc, char* argv[])
{
    if (argc != 2)
    {
        std::cerr << "usage: mrc-srv6-switch CONFIGURATION < PACKETS\n";
        return 2;
    }
    std::ifstream file(argv[1]);
    LoneSwitch lone(file);
    uint32_t index = 0;
    for (std::string digits; std::getline(std::cin, digits); ++index)
    {
        std::vector<uint8_t> bytes = Bytes(digits);
        const PortIndex port = lone.Pass(bytes);
        if (port == NO_PORT)
        {
            continue;
        }
        std::cout << std::dec << index << ' ' << port << ' ' << std::hex << std::setfill('0');
        for (const uint8_t byte : bytes)
        {
            std::cout << std::setw(2) << +byte;
        }
        std::cout << '\n';
    }
    return 0;
}
