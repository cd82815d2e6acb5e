/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MESSAGE_WAY_H
#define MESSAGE_WAY_H

namespace ns3
{
namespace mrc
{
namespace test
{

/** Times on the way of one message, in ps, from published sizes and latencies. */
struct Way
{
    static constexpr double BYTE = 80;         // at 100 Gb/s
    static constexpr double HOST = 4450e3;     // between application and NIC [host-overhead]
    static constexpr double PACKET = 4262;     // bytes on the line, with SRv6 [frame-sizes]
    static constexpr double SACK = 178;        // one for four packets [sack-threshold]
    static constexpr double PROBE = 158 + 178; // with the probe's answer
    static constexpr double PLANES = 2;

    double switches; //!< 1 below a T0, 3 across a T1
    double links;    //!< propagation

    static Way Local()
    {
        return {1, 2 * 20e3};
    }

    static Way Across()
    {
        return {3, 2 * 20e3 + 2 * 125e3};
    }

    /** @return for a packet of this length, from the first bit at a NIC to the last at the other */
    double OneWay(double bytes) const
    {
        return bytes * BYTE + switches * (600e3 + bytes * BYTE) + links;
    }

    /**
     * @return line time of a packet at a NIC's port, and of all other packets that go there with
     *         this one. Those are SACKs of packets that the NIC receives, and its probes of ways
     *         back, one in each round trip [reverse-path]. The answers to the probes of the next
     *         NIC go there, too
     */
    static double PacketTime()
    {
        const double roundTrip = Local().OneWay(PACKET) + Local().OneWay(SACK);
        return (PACKET + SACK / 4) * BYTE / (1 - PROBE * BYTE / PLANES / roundTrip);
    }

    /** @return from a post until the receiver's application knows that so many packets are there */
    double Step(double packets) const
    {
        const double behindFirst = (packets / PLANES - 1) * PacketTime();
        return HOST + behindFirst + OneWay(PACKET) + HOST;
    }
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MESSAGE_WAY_H */
