/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-frame-text.h"

#include "ns3/mrc-pause.h"
#include "ns3/mrc-stock-packet.h"

#include <cinttypes>
#include <cstdio>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

const std::pair<Opcode, const char*> OPCODES[] = {
    {Opcode::WRITE_FIRST, "RDMA-Write-First"},
    {Opcode::WRITE_MIDDLE, "RDMA-Write-Middle"},
    {Opcode::WRITE_LAST, "RDMA-Write-Last"},
    {Opcode::WRITE_LAST_IMMEDIATE, "RDMA-Write-Last-with-Immediate"},
    {Opcode::WRITE_ONLY, "RDMA-Write-Only"},
    {Opcode::WRITE_ONLY_IMMEDIATE, "RDMA-Write-Only-with-Immediate"},
    {Opcode::TRANSPORT_ACK, "Acknowledge"},
    {Opcode::ENDPOINT_REQUEST, "Endpoint-Request"},
    {Opcode::ENDPOINT_RESPONSE, "Endpoint-Response"},
    {Opcode::SACK, "Reliability-SACK"},
    {Opcode::NACK, "Reliability-NACK"},
    {Opcode::PROBE_REQUEST, "Reliability-Probe-Request"},
    {Opcode::RC_SEND_FIRST, "RC-Send-First"},
    {Opcode::RC_SEND_MIDDLE, "RC-Send-Middle"},
    {Opcode::RC_SEND_LAST, "RC-Send-Last"},
    {Opcode::RC_SEND_LAST_IMMEDIATE, "RC-Send-Last-with-Immediate"},
    {Opcode::RC_SEND_ONLY, "RC-Send-Only"},
    {Opcode::RC_SEND_ONLY_IMMEDIATE, "RC-Send-Only-with-Immediate"},
    {Opcode::RC_WRITE_FIRST, "RC-RDMA-Write-First"},
    {Opcode::RC_WRITE_MIDDLE, "RC-RDMA-Write-Middle"},
    {Opcode::RC_WRITE_LAST, "RC-RDMA-Write-Last"},
    {Opcode::RC_WRITE_LAST_IMMEDIATE, "RC-RDMA-Write-Last-with-Immediate"},
    {Opcode::RC_WRITE_ONLY, "RC-RDMA-Write-Only"},
    {Opcode::RC_WRITE_ONLY_IMMEDIATE, "RC-RDMA-Write-Only-with-Immediate"},
    {Opcode::RC_ACKNOWLEDGE, "RC-Acknowledge"},
    {Opcode::CNP, "CNP"},
};

const char* const ECN_NAMES[] = {"Not-ECT", "ECT(1)", "ECT(0)", "CE"}; // RFC 3168 sec. 5

/** @return one more word of the line, with the blank before the word */
std::string
Word(const char* key, uint32_t value)
{
    return std::string(" ") + key + '=' + std::to_string(value);
}

/** @return the fields that only packets of this opcode have */
std::string
TextOfOpcode(const Datagram& datagram)
{
    switch (datagram.bth.opcode)
    {
    case Opcode::SACK:
        return Word("cack", datagram.sack.seth.cack.Value());
    case Opcode::NACK:
        return Word("nack", datagram.neth.psn.Value()) +
               Word("why", static_cast<uint32_t>(datagram.neth.reason));
    case Opcode::TRANSPORT_ACK:
        return Word("msn", datagram.aeth.msn);
    case Opcode::RC_ACKNOWLEDGE:
        return Word("msn", datagram.aeth.msn) + Word("syndrome", datagram.aeth.syndrome);
    default:
        return IsWrite(datagram.bth.opcode)
                   ? Word("msg", datagram.write.meth.msn) + Word("rtx", datagram.bth.retransmission)
                   : "";
    }
}

/** A packet of a stock stack has neither queue pair nor PSN [stock-encapsulation]. */
std::string
StockText(const Frame& frame, const Datagram& datagram)
{
    return "Stock-Packet" + Word("size", frame.size) + Word("from", datagram.source) +
           Word("to", datagram.destination) + Word("bytes", datagram.payload) +
           Word("dscp", frame.dscp) + " ecn=" + ECN_NAMES[static_cast<unsigned>(frame.ecn)] +
           Word("hops", frame.hopLimit);
}

/** A pause frame's times for each priority that the frame names [pfc-frame]. */
std::string
PauseText(const Frame& frame, const Datagram& datagram)
{
    std::string text = "Pause" + Word("size", frame.size) + Word("port", frame.source);
    for (unsigned priority = 0; priority < datagram.pause.quanta.size(); ++priority)
    {
        if ((datagram.pause.classes >> priority & 1) != 0)
        {
            text += Word("priority", priority) + Word("quanta", datagram.pause.quanta[priority]);
        }
    }
    return text;
}

} // namespace

const char*
OpcodeName(Opcode opcode)
{
    // Opcodes are far apart, so their names stand in pairs and not by index.
    for (const auto& [known, name] : OPCODES)
    {
        if (known == opcode)
        {
            return name;
        }
    }
    return "Unknown";
}

std::string
FrameText(const Frame& frame, const Datagram& datagram)
{
    if (IsStock(datagram))
    {
        return StockText(frame, datagram);
    }
    if (IsPause(datagram))
    {
        return PauseText(frame, datagram);
    }
    // Room for all words at their largest values, some 120 characters.
    char text[200];
    std::snprintf(text,
                  sizeof(text),
                  " size=%u from=%" PRIu32 " to=%" PRIu32 " qp=%" PRIu32 " psn=%" PRIu32
                  " ev=0x%08" PRIx32 " dscp=%u ecn=%s hops=%u",
                  frame.size,
                  datagram.source,
                  datagram.destination,
                  datagram.bth.destination.value,
                  datagram.bth.psn.Value(),
                  datagram.ev.value,
                  frame.dscp,
                  ECN_NAMES[static_cast<unsigned>(frame.ecn)],
                  frame.hopLimit);
    // Values of the union in a Datagram mean something for their opcode only, so these words come
    // last and vary.
    return OpcodeName(datagram.bth.opcode) + std::string(text) + TextOfOpcode(datagram);
}

} // namespace mrc
} // namespace ns3
