/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-rows.h"

#include "ns3/mrc-envelope.h"
#include "ns3/mrc-frame-size.h"

#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return bytes of the headers that a trimmed packet must keep: IP, UDP, BTH, METH, TSETH
 * [trim-minimum]
 */
constexpr uint16_t
MinTrimSize(Encapsulation encapsulation)
{
    return MIN_TRIM_BYTES - SparedBytes(encapsulation);
}

/** The least of them. */
constexpr uint16_t MIN_TRIM_SIZE = MinTrimSize(ENCAPSULATION_IPV4);

} // namespace

void
TrimRows::Add(FabricRows& rows)
{
    rows.Row("Trimming",
             &FabricConfig::trimming,
             "Whether switches trim packets that do not fit, instead of dropping them [trim-data]")
        .Row("TrimSize",
             &FabricConfig::trimSize,
             MIN_TRIM_SIZE,
             4000,
             "Bytes left of a trimmed packet, from the (outer) IP header on. The least is 108, "
             "the headers up to TSETH. Without SRv6 the least is 68 over IPv6, 48 over IPv4 "
             "[trim-size] [trim-minimum]")
        .Row(
            "TrimLength",
            &FabricConfig::trimLength,
            MakeEnumChecker(TRIM_LENGTH_NONE, "None", TRIM_LENGTH_IP, "Ip", TRIM_LENGTH_ALL, "All"),
            "Length fields that a switch corrects in a trimmed packet: None (as SONiC), Ip "
            "(outer IPv6) or All. With All they are those of outer and inner IPv6 and UDP, so "
            "that the packet is well-formed for tools [trim-lengths]")
        .Row("TrimVictim",
             &FabricConfig::trimVictim,
             MakeEnumChecker(TRIM_VICTIM_ARRIVING, "Arriving", TRIM_VICTIM_EITHER, "Either"),
             "Which data packet is trimmed when one comes that does not fit. With Arriving that "
             "is the one that comes, as in switches. With Either it is that one or the newest "
             "that waits, by chance, as in NDP and uet-htsim [trim-victim]")
        .Row("RetxFirst",
             &FabricConfig::retxFirst,
             "Whether retransmissions are a class above other data: they are served "
             "first, within the same limit and marking [retx-class]")
        .Row("TrimmedShare",
             &FabricConfig::trimmedShare,
             0,
             MOST_TRIMMED_SHARE,
             "Share of the line that trimmed packets get while data waits too; 0: strict "
             "priority over data [trimmed-share]");
}

/**
 * Receivers need the headers up to the TSETH; their number of bytes follows from the encapsulation.
 */
void
TrimRows::Check(const FabricConfig& all)
{
    const uint16_t least = MinTrimSize(all.encapsulation);
    const uint16_t size = all.trimSize;
    if (size < least)
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile::TrimSize = " + std::to_string(size) +
                                    " cuts headers off; expected " + std::to_string(least) +
                                    " or more with this Encapsulation");
    }
}

} // namespace mrc
} // namespace ns3
