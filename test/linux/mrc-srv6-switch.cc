/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The forwarder of a switch of MRC's fabric, for test/linux/check-linux.py.
//
// usage: mrc-srv6-switch CONFIGURATION < PACKETS
//
// CONFIGURATION and PACKETS are as those of mrc-srv6-node. Of the former SIDs are read, which are
// all uN of 16 bits behind 32. Routes are read, too, with a port as last word or `blackhole`.
// Printed is a line `INDEX PORT PACKET` for each packet that leaves.

#include "ns3/mrc-address-text.h"
#include "ns3/mrc-byte-cursor.h"
#include "ns3/mrc-frame-segments.h"
#include "ns3/mrc-segment-header.h"
#include "ns3/mrc-segment-rules.h"
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
        const bool isSid = word == "sid";
        if (!isSid)
        {
            words >> word; // ipv6 route
        }
        words >> word;
        const std::size_t slash = word.find('/');
        AddressBits prefix;
        ReadAddress(word.substr(0, slash), prefix);
        const auto length = static_cast<uint8_t>(std::stoul(word.substr(slash + 1)));
        while (words >> word)
        {
        }
        if (isSid)
        {
            rules.sids.Add({prefix, 32, 16, SidBehaviour::END, SID_NEXT_CSID});
        }
        else
        {
            const PortIndex port = word == "blackhole" ? NO_PORT : std::stoul(word);
            rules.routes.push_back({prefix, length, port});
        }
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

/** Sends a packet through a switch. @return the port by which it leaves, rewritten */
PortIndex
Pass(const UsidForwarder& forwarder, std::vector<uint8_t>& bytes)
{
    Frame frame;
    ByteReader destination(bytes.data() + DESTINATION_AT, 16);
    const uint64_t high = destination.Get<8>();
    frame.destination = UsidCarrier(high, destination.Get<8>());
    frame.hopLimit = bytes[HOP_LIMIT_AT];
    frame.size = frame.fullSize = bytes.size();
    if (bytes[NEXT_HEADER_AT] == ROUTING_HEADER)
    {
        ByteReader in(bytes.data() + HEADER_BYTES, bytes.size() - HEADER_BYTES);
        SegmentHeader header;
        if (!Decode(in, header) || !TakeSegments(header, frame))
        {
            std::cerr << "a segment routing header that no frame has\n";
            return NO_PORT;
        }
    }
    const PortIndex port = forwarder.Decide(frame, nullptr).port;
    bytes[HOP_LIMIT_AT] = frame.hopLimit;
    PutBigEndian<8>(bytes.data() + DESTINATION_AT, frame.destination.High());
    PutBigEndian<8>(bytes.data() + DESTINATION_AT + 8, frame.destination.Low());
    if (bytes[NEXT_HEADER_AT] == ROUTING_HEADER)
    {
        bytes[HEADER_BYTES + SEGMENTS_LEFT_AT] = SegmentsLeft(frame);
    }
    return port;
}

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
    const UsidForwarder forwarder(Read(file));
    uint32_t index = 0;
    for (std::string digits; std::getline(std::cin, digits); ++index)
    {
        std::vector<uint8_t> bytes = Bytes(digits);
        const PortIndex port = Pass(forwarder, bytes);
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
