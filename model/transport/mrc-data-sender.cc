/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-data-sender.h"

#include "mrc-queue-pair-user.h"
#include "mrc-rtt-estimator.h"

#include <algorithm>
#include <cstddef>

namespace ns3
{
namespace mrc
{

namespace
{

/** All fields at their defaults: a copy of this is cheaper than to make one. */
const Datagram BLANK;

/**
 * @return whether a packet asks for a SACK: when nothing follows that would bring one, or the
 * sender would stand still
 */
inline bool
WantsAck(SenderStore& store, uint32_t payload, bool idle)
{
    store.sinceAckRequest += payload;
    bool wanted = idle || store.timesFirst; // [ack-request]; no earlier packet has filled a queue
    // Window-limited [ack-request]. While the window holds several SACK thresholds the peer answers
    // anyway. Then a packet asks once in half a window. Otherwise every SACK would beget a packet
    // with A, which begets a SACK: one for each packet.
    if (!wanted &&
        (store.flight.Store().IsUsedUp(store.payload) || store.flight.Store().PsnsUsedUp()))
    {
        const int64_t window =
            std::min(store.flight.Store().rate.Window(), store.flight.Store().WindowBytes());
        const bool small = window <= static_cast<int64_t>(store.smallWindow);
        wanted = small || store.sinceAckRequest >= window / 2;
    }
    if (wanted)
    {
        store.sinceAckRequest = 0;
        store.timesFirst = false;
    }
    return wanted;
}

/** Writes what all packets of the queue pair have in common, in one copy. */
inline void
Begin(const SenderStore& store, Datagram& out)
{
    out = BLANK;
    out.bth.destination = store.header.peer;
    out.bth.timestamped = true;
    out.source = store.header.source;
    out.destination = store.header.destination;
    out.dscp = store.dscp;
}

/**
 * The part that first and repeated transmissions share. Comes last: HasData must speak of the data
 * that is left behind this packet.
 */
inline void
Stamp(SenderStore& store, uint64_t sequence, Ev ev, Instant now, Datagram& out)
{
    store.flight.OnSent(out.payload);
    store.sentAt = now;
    const bool idle = !store.HasData();
    store.timers.OnSent(idle ? SenderState::TAIL : SenderState::BACKLOG, now);
    out.bth.psn = PsnOf(sequence);
    out.ev = ev;
    out.plane = ev.Plane();
    out.bth.ackRequest = WantsAck(store, out.payload, idle);
    out.write.tseth.timestamp = TimestampOf(now);
}

} // namespace

bool
DataSender::Resend(SenderStore& store, Instant now, PlaneMask ports, Datagram& out)
{
    SentPackets& packets = store.flight.Packets();
    const uint64_t sequence = packets.Records().FirstLost();
    // The record is copied, for Resend overwrites its path and its time.
    const SentPacket lost = packets.Records().At(sequence);
    if (store.failed || store.timers.Held(now) ||
        !(store.flight.Store().Fits(lost.payload) || store.mustSend))
    {
        return false;
    }
    // The one packet that must leave does so whatever the windows say.
    const FlightWindow& rate = store.flight.Store().rate;
    const bool anywhere = store.mustSend || rate.Whole().Allowance() >= lost.payload;
    const PlaneMask roomy = anywhere ? ports : rate.Roomy(ports, lost.payload);
    const std::optional<Ev> ev =
        store.paths.NextOther(roomy, lost.ev, store.flight.Store().strikes, now);
    if (!ev)
    {
        // The NIC asks again when another of its ports is idle.
        store.noPath = true;
        return false;
    }
    // The one packet beyond the window has been sent.
    store.mustSend = false;
    Begin(store, out);
    out.bth.retransmission = true;
    out.dscp =
        store.parameters.Agreed().trimNack ? store.parameters.dscp.trimmableRetx : store.dscp;
    store.messages.Repeat(lost.msn, sequence, out);
    store.flight.Resend(sequence, *ev, now);
    ++store.roles.counters.retransmissions[static_cast<size_t>(lost.Cause())];
    store.Count(ev->Plane(), out.payload); // users find the packet in all counters
    if (QueuePairUser* user = store.paths.User())
    {
        user->Resent({lost.Cause(), now - lost.sentAt, now, lost.ev});
    }
    // The same oldest packet was repeated too often: the queue pair gives up.
    if (store.timers.Retry().Repeat(packets.Records().Base(), now))
    {
        store.timers.GiveUpAt(now);
        store.Rearm(now);
    }
    Stamp(store, sequence, *ev, now, out);
    return true;
}

/** Asks all limits before drawing a path: a draw moves the rotation and may consume a SKIP. */
bool
DataSender::SendNew(SenderStore& store, Instant now, PlaneMask ports, Datagram& out)
{
    const uint16_t payload = store.messages.NextPayload();
    if (store.failed || store.timers.Held(now) || store.ImmediatesUsedUp() ||
        store.flight.Store().PsnsUsedUp())
    {
        return false;
    }
    const FlightWindow& rate = store.flight.Store().rate;
    if (rate.Whole().Allowance() < payload && rate.Whole().InFlight() > 0)
    {
        if (rate.Planes() == nullptr || !store.flight.Store().Fits(payload))
        {
            return false;
        }
        ports = rate.Planes()->Roomy(ports, payload);
        if (ports == 0)
        {
            store.noPath = true; // there is room on the plane of another port
            return false;
        }
    }
    const Path* path = store.paths.NextPath(ports, now);
    if (path == nullptr)
    {
        store.noPath = true;
        return false;
    }
    const Ev ev = path->ev;
    // The retry timer runs from the first packet that waits for an answer.
    if (!store.messages.HasOutstanding())
    {
        store.timers.Retry().Restart(now);
    }
    const uint64_t sequence = store.flight.Packets().Records().Next();
    Begin(store, out);
    SentPacket record;
    record.msn = store.messages.TakeNext(sequence, out);
    record.sentAt = now;
    record.ev = ev;
    // 13 bits: no payload is larger than 4,096 bytes.
    record.payload = payload & 0x1fff;
    store.flight.Packets().Push(record);
    store.Count(ev.Plane(), out.payload);
    Stamp(store, sequence, ev, now, out);
    return true;
}

} // namespace mrc
} // namespace ns3
