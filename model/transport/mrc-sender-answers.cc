/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sender-answers.h"

#include "mrc-rtt-estimator.h"
#include "mrc-sender-doze.h"
#include "mrc-sender-planes.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** @return how the work request ends that a peer refuses with this syndrome [completion-errors] */
CompletionStatus
StatusOf(uint8_t syndrome)
{
    switch (static_cast<AethSyndrome>(syndrome))
    {
    case AethSyndrome::NAK_REMOTE_ACCESS:
        return CompletionStatus::REM_ACCESS_ERR;
    case AethSyndrome::NAK_INVALID_REQUEST:
        return CompletionStatus::REM_INV_REQ_ERR;
    default:
        return CompletionStatus::REM_OP_ERR;
    }
}

} // namespace

void
SenderAnswers::OnAnswer(const Datagram& datagram, Instant now) const
{
    SenderStore& store = m_store;
    if (store.failed)
    {
        return;
    }
    const SenderDoze doze(store);
    doze.Interrupt(now);
    const bool hadData = store.HasData();
    const bool unanswered = store.timers.Probes().Unanswered() != 0;
    switch (datagram.bth.opcode)
    {
    case Opcode::SACK:
        OnSack(store, datagram.sack, now);
        break;
    case Opcode::NACK:
        doze.End(now);
        OnNack(store, datagram.neth, now);
        break;
    case Opcode::TRANSPORT_ACK:
        doze.End(now);
        OnTransportAck(store, datagram, now);
        break;
    default:
        break;
    }
    // Packets that had to be sent beyond the window may have been acknowledged meanwhile.
    store.mustSend = store.mustSend && store.flight.Packets().Records().Lost() != 0;
    if (hadData != store.HasData() || unanswered != (store.timers.Probes().Unanswered() != 0))
    {
        store.Rearm(now); // the interval of probes may be a shorter one now
    }
    doze.Resume(now);
}

__attribute__((always_inline)) inline void
SenderAnswers::OnSack(SenderStore& store, const SackHeaders& sack, Instant now)
{
    const SentRecords packets = store.flight.Packets().Records();
    const uint64_t end = SequenceOf(sack.seth.cack, packets.Base()) + 1;
    if (end > packets.Next())
    {
        return; // the SACK acknowledges packets that were never sent
    }
    if (sack.seth.probeReply)
    {
        // With pr set the offset is the probe's identifier.
        const auto id = static_cast<uint16_t>(sack.seth.ackOffset);
        store.probes.OnAnswer(id, store.flight, now);
    }
    if (sack.seth.probeReply && store.timers.Probes().Unanswered() != 0)
    {
        // nothing else answers: an EV that does is back at once, whatever it has lost
        store.roles.counters.pathsResurrected += store.paths.Vindicate(sack.seth.entropy, now);
    }
    // Any SACK shows that the peer lives, even one that acknowledges nothing new.
    store.timers.Probes().OnAnswer();
    // Only progress restarts the retry timer, or repeated SACKs would put the end off for ever.
    if (store.flight.Sacks().OnSack(sack, now) != 0)
    {
        store.timers.Retry().Restart(now);
    }
    store.timers.Probes().SetRoundTrip(store.flight.Store().rtt.Smoothed());
    store.timers.DecideAt(store.flight.Store().judgedAt);
    // The peer got the packet of this SACK by that plane: sent after the peer's news, the packet
    // shows the port up [stale-news].
    if (!store.portsInSack && store.paths.Ports().PeerDown() != 0)
    {
        SenderPlanes(store).SeePeerPort(sack.seth.entropy.Plane(),
                                        TimeOfStamp(sack.cc.timestamp, now),
                                        now);
    }
    if (store.portsInSack && packets.Base() == end && // not from an outdated SACK
        sack.seth.downPorts != store.paths.Ports().PeerDown())
    {
        SenderPlanes(store).TakePeerDown(sack.seth.downPorts, now); // [port-status-carrier]
    }
}

/** A NACK tells of paths and planes, whatever became of the packet. */
void
SenderAnswers::NoteNack(SenderStore& store, const Neth& nack, Instant now)
{
    const bool trimmed = nack.reason == NackReason::TRIMMED;
    const bool lastHop = nack.reason == NackReason::TRIMMED_LAST_HOP;
    if (QueuePairUser* watcher = WatcherOf(store.flight.Store()))
    {
        watcher->Watched(NackReport{nack.reason, nack.psn, nack.entropy, now});
    }
    // A NACK came over this plane, so its silence is over.
    store.paths.Health().OnAnswered(PlaneMask{1} << nack.entropy.Plane(),
                                    TimeOfStamp(nack.timestamp, now),
                                    now);
    if (trimmed)
    {
        store.paths.OnFeedback(nack.entropy, PathSelector::Feedback::TRIMMED, now);
    }
    if (trimmed || lastHop)
    {
        store.flight.Blame().NoteTrim(nack.entropy, lastHop, now);
    }
}

void
SenderAnswers::OnNack(SenderStore& store, const Neth& nack, Instant now)
{
    NoteNack(store, nack, now);
    const SentRecords packets = store.flight.Packets().Records();
    const uint64_t sequence = SequenceOf(nack.psn, packets.Base());
    // EV and time stamp tell the transmissions of one packet apart.
    if (!packets.IsInFlight(sequence) || packets.At(sequence).ev != nack.entropy ||
        TimestampOf(packets.At(sequence).sentAt) != nack.timestamp)
    {
        return; // the NACK speaks of an earlier transmission [trim-resend]
    }
    if (nack.reason == NackReason::UNEXPECTED_EVENT)
    {
        store.owner.Fail(CompletionStatus::REM_OP_ERR, now);
        return;
    }
    if (nack.reason == NackReason::TRIMMED || nack.reason == NackReason::TRIMMED_LAST_HOP)
    {
        ++store.roles.counters.trimNacks;
        store.flight.Fates().Trim(sequence, now);
        if (!store.parameters.qp->trimsAreRetries)
        {
            store.timers.Retry().Restart(now); // path and peer are alive: no reason to give up
            return;
        }
    }
    else
    {
        // back off one round trip, send again, count a retry [nack-reasons]: one for all that were
        // on their way when the first was refused
        store.flight.Fates().Refuse(sequence, now);
        if (store.timers.Held(now))
        {
            return;
        }
        store.timers.HoldUntil(now + store.parameters.RoundTrip());
        store.probeDue = true; // no SACK comes of refused packets, and the missing ones may be lost
    }
    if (store.timers.Retry().Exhausted())
    {
        store.owner.Fail(CompletionStatus::RETRY_EXC_ERR, now);
        return;
    }
    store.timers.Retry().CountRetry(now);
    store.Rearm(now);
}

void
SenderAnswers::OnTransportAck(SenderStore& store, const Datagram& ack, Instant now)
{
    // An answer does not complete or refuse packets beyond its PSN: the answer may be of an earlier
    // connection of the same queue pair.
    const SentRecords packets = store.flight.Packets().Records();
    const uint64_t end = SequenceOf(ack.bth.psn, packets.Base()) + 1;
    if (end > packets.Next())
    {
        return;
    }
    // The MSN counts messages, so one acknowledgement may complete several requests.
    uint32_t count = store.messages.NewlyCompleted(ack.aeth.msn);
    for (; count != 0 && end >= store.messages.Oldest().end; --count)
    {
        store.flight.Sacks().AcknowledgeBefore(store.messages.Oldest().end,
                                               now); // SACKs of these packets may have been lost
        store.timers.Retry().Restart(now);
        const WorkRequest done = store.messages.PopOldest();
        store.owner.Completed({done.id, CompletionStatus::SUCCESS, now, done.length});
    }
    const bool refuses = ack.aeth.syndrome != static_cast<uint8_t>(AethSyndrome::ACK);
    if (refuses && store.messages.HasOutstanding() && end > store.messages.Oldest().begin)
    {
        store.owner.Fail(StatusOf(ack.aeth.syndrome),
                         now); // of the oldest that is left: the one refused
    }
}

} // namespace mrc
} // namespace ns3
