/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sack-reader.h"

#include "mrc-loss-finder.h"
#include "mrc-packet-fates.h"
#include "mrc-path-blame.h"
#include "mrc-received-set.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

__attribute__((always_inline)) inline void
SackReader::TellPaths(FlightStore& store, const SackHeaders& sack, Instant sentAt, Instant now)
{
    const PlaneMask echoed = PlaneMask{1} << sack.seth.entropy.Plane();
    store.paths.Health().SetRoundTrip(store.rtt.Smoothed());
    store.paths.Health().OnAnswered(store.sent.TakeAnswered() | echoed, sentAt, now);
    // The window shrinks with the planes in turn, or those that are left would get the share of
    // all.
    if (store.followsPlanes && store.rate.Planes() == nullptr)
    {
        const int inTurn = std::max(__builtin_popcount(store.paths.InTurn()), 1);
        const double part = static_cast<double>(inTurn) / store.parameters.planes;
        store.rate.Whole().Tell([part](auto& algorithm) { algorithm.LimitWindow(part); });
    }
}

void
SackReader::TellEvs(FlightStore& store, const SackHeaders& sack, Instant now)
{
    const PlaneMask troubled = store.paths.Troubled();
    const uint64_t base = store.sent.Records().Base();
    const uint64_t cack = SequenceOf(sack.seth.cack, base);
    const uint64_t first = cack + static_cast<uint64_t>(int64_t{sack.seth.sackOffset});
    uint64_t sequence = store.sent.Records().NextInFlight(base);
    // Only packets that this SACK acknowledges for the first time, and that were sent once, speak
    // for their paths.
    for (; sequence < first + BITMAP_PSNS;
         sequence = store.sent.Records().NextInFlight(sequence + 1))
    {
        const SentPacket& packet = store.sent.Records().At(sequence);
        const bool shown = sequence >= first && ((sack.seth.bitmap >> (sequence - first)) & 1) != 0;
        if ((sequence <= cack || shown) && !packet.Retransmitted())
        {
            store.strikes.OnAnswer(store.paths.PathOf(packet.ev));
            if (((troubled >> packet.ev.Plane()) & 1) != 0)
            {
                store.paths.OnPathAnswered(packet.ev, now);
            }
        }
    }
    // The echoed EV brought the packet that triggered the SACK, whatever the bitmap shows.
    store.strikes.OnAnswer(store.paths.PathOf(sack.seth.entropy));
    store.paths.OnPathAnswered(sack.seth.entropy, now);
}

/** Packets before one, and those of a bitmap, leave the flight of their planes [window-scope]. */
void
SackReader::TellPlanes(FlightStore& store, uint64_t end, uint64_t first, uint64_t bits)
{
    const SentRecords records = store.sent.Records();
    for (uint64_t sequence = records.NextInFlight(records.Base());
         sequence < std::max(end, first + BITMAP_PSNS);
         sequence = records.NextInFlight(sequence + 1))
    {
        const bool shown = sequence >= first && sequence - first < BITMAP_PSNS &&
                           ((bits >> (sequence - first)) & 1) != 0;
        if (sequence < end || shown)
        {
            const SentPacket& packet = records.At(sequence);
            store.rate.Planes()->Acknowledge(packet.ev.Plane(), packet.payload);
        }
    }
}

void
SackReader::NarrowWindow(FlightStore& store, uint64_t end)
{
    // A Transport ACK moves the base without a word about the window: the window is surely not
    // empty, and nothing else is sure.
    const uint64_t left = end - std::min(end, store.sent.Records().Base());
    store.windowPsns = std::max(static_cast<uint32_t>(left), MPR_UNIT);
}

void
SackReader::TakeGrant(FlightStore& store, uint64_t next, uint8_t mpr)
{
    if (store.takesGrants && next == store.sent.Records().Base()) // not from an outdated SACK
    {
        store.grantEnd = next + mpr * MPR_UNIT;
        NarrowWindow(store, store.grantEnd);
    }
}

__attribute__((always_inline)) inline void
SackReader::TellRate(FlightStore& store,
                     const SackHeaders& sack,
                     uint32_t bytes,
                     Span rtt,
                     Instant now)
{
    AckEvent event;
    event.now = now;
    event.delay = store.rtt.Delay(rtt);
    event.bytes = bytes;
    event.marked = sack.seth.mark == PathMark::SKIP_ONCE;
    event.penalty = sack.cc.penalty;
    event.restoreWindow = sack.cc.restoreWindow;
    // A window for each plane is an option; nearly all queue pairs have one for all.
    if (__builtin_expect(store.rate.Planes() != nullptr, 0))
    {
        TellPlane(store, sack.seth.entropy.Plane(), event);
    }
    else
    {
        store.rate.Whole().OnAck(event, store.unreported);
    }
    store.unreported = 0;
    if (QueuePairUser* watcher = WatcherOf(store))
    {
        watcher->Watched(RttSample{rtt, event.delay, now});
        store.ReportWindow(now);
    }
}

/** The plane of the echo hears of the SACK [window-scope]. */
void
SackReader::TellPlane(FlightStore& store, PlaneId plane, AckEvent event)
{
    store.windowPeak.Sample(store.rate.Planes()->Window(), event.now, store.firstBase);
    store.rate.Whole().Release(event.bytes);
    store.rate.Planes()->OnAck(plane, event);
}

__attribute__((always_inline)) inline void
SackReader::Account(FlightStore& store,
                    const SackHeaders& sack,
                    uint32_t bytes,
                    const Echo& echo,
                    Instant now)
{
    const Span rtt = now - echo.sentAt;
    const bool marked = sack.seth.mark == PathMark::SKIP_ONCE;
    // An echo that is not young measures nothing: the stamps may have come round since.
    if (__builtin_expect(echo.young, 1))
    {
        if (rtt < store.rtt.Base())
        {
            store.NoteShortRtt(rtt);
        }
        store.rtt.Sample(rtt, now, store.firstBase);
    }
    // Reordering is judged by the largest recent window: packets of a window that was halved since
    // are still under way.
    store.windowPeak.Sample(store.rate.Whole().Window(), now, store.firstBase);
    TellPaths(store, sack, echo.sentAt, now);
    if (sack.seth.mark == PathMark::ALWAYS_SKIP)
    {
        PathBlame(store).Blame(sack.seth.entropy, PathCause::ALWAYS_SKIP, now); // [always-skip]
    }
    else
    {
        if (marked) // few are: the line of the counter is not worth a sum with 0
        {
            ++store.counters.markedSacks;
        }
        store.paths.OnFeedback(sack.seth.entropy,
                               marked ? PathSelector::Feedback::MARKED
                                      : PathSelector::Feedback::CLEAN,
                               now);
    }
    if (__builtin_expect(echo.young, 1))
    {
        TellRate(store, sack, bytes, rtt, now);
        return;
    }
    // where planes have windows, of these
    store.windowPeak.Sample(store.rate.Window(), now, store.firstBase);
    store.rate.Whole().Release(bytes);
    store.unreported += bytes; // the next SACK that shows a round trip tells of them
    store.ReportWindow(now);
}

uint32_t
SackReader::OnSack(const SackHeaders& sack, Instant now) const
{
    FlightStore& store = m_store;
    const Seth& seth = sack.seth;
    const uint64_t cack = SequenceOf(seth.cack, store.sent.Records().Base());
    store.ages.OnAnswer(store.sent.Records(), now);
    // The echo is judged first: packets acknowledged below lose the record of when they were sent.
    const Echo echo = store.ages.Judge(sack, cack, store.sent.Records(), now);
    // EVs hear of this SACK before the packets that it covers leave the flight.
    if (__builtin_expect(store.paths.Troubled() != 0 || !store.strikes.Empty(), 0))
    {
        TellEvs(store, sack, now);
    }
    if (__builtin_expect(store.rate.Planes() != nullptr, 0))
    {
        TellPlanes(store,
                   cack + 1,
                   cack + static_cast<uint64_t>(int64_t{seth.sackOffset}),
                   seth.bitmap);
    }
    uint32_t bytes = store.sent.AcknowledgeBefore(cack + 1);
    bytes += store.sent.AcknowledgeBits(cack + static_cast<uint64_t>(int64_t{seth.sackOffset}),
                                        seth.bitmap);
    // A SACK may also prove that a packet, which was given up for lost, arrived after all.
    if (!store.doubts.Empty())
    {
        PacketFates(store).TakeBackLosses(sack, now);
    }
    Account(store, sack, bytes, echo, now);
    if (seth.mpr != 0)
    {
        TakeGrant(store, cack + 1, seth.mpr);
    }
    // only the newest SACK proves a packet missing
    store.judgedAt = Instant::Never();
    // A base beyond cack + 1 shows that a newer SACK came before this one.
    if (store.sent.Records().InFlight() != 0 && store.sent.Records().Base() == cack + 1)
    {
        LossFinder(store).FindLosses(sack, echo.sentAt, now);
    }
    return bytes;
}

void
SackReader::AcknowledgeBefore(uint64_t end, Instant now) const
{
    FlightStore& store = m_store;
    store.ages.OnAnswer(store.sent.Records(), now);
    if (store.rate.Planes() != nullptr)
    {
        TellPlanes(store, end, end, 0);
    }
    const uint32_t bytes = store.sent.AcknowledgeBefore(end);
    store.rate.Whole().Release(bytes);
    store.unreported += bytes; // there is no delay to tell of: the next SACK brings one
    if (bytes != 0)
    {
        store.ReportWindow(now);
    }
    if (store.grantEnd != SentRecords::NONE)
    {
        NarrowWindow(store, store.grantEnd);
    }
}

} // namespace mrc
} // namespace ns3
