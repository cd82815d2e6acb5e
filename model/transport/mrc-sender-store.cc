/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sender-store.h"

#include <cstddef>
#include <iterator>
#include <numeric>

namespace ns3
{
namespace mrc
{

namespace
{

/** Name of the sender's random sequences. */
constexpr uint64_t DRAW_SENDER = 1;

/**
 * @return the values that EVs are dealt from. A SKIP lapses after one round trip unless configured
 * [skip-length]
 */
PathDeal
DealOf(const ConnectionParameters& parameters,
       const QueuePairWatch& watch,
       QueuePairCounters& counters)
{
    const Span lapse = parameters.ev->skipLapse;
    return {parameters.planes,
            parameters.uplinks,
            lapse == Span() ? parameters.RoundTrip() : lapse,
            KeyedDraws(parameters.key).Child(DRAW_SENDER),
            &watch,
            &counters};
}

} // namespace

#ifdef __GLIBCXX__ // the sizes are those of this library's containers
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof" // GCC and Clang have offsetof for any class

/**
 * The members of a requestor that a packet touches: three runs, which SenderHints names by their
 * lines.
 */
struct SenderStore::Hot
{
    static constexpr std::size_t LINE = 64;
    static constexpr std::size_t BEFORE = sizeof(void*); //!< to the functions of a Sender
    static constexpr std::size_t HEADER_AT = BEFORE + offsetof(SenderStore, header);
    static constexpr std::size_t HEADER = HEADER_AT / LINE; //!< line: the second of the third run

    static constexpr std::size_t WINDOW = 88; //!< bytes from the window to the header
    static constexpr std::size_t TIMERS = 48; //!< bytes of the timers
    static constexpr std::size_t TIMERS_AT = BEFORE + offsetof(SenderStore, timers);
    static constexpr std::size_t PATHS_AT = BEFORE + offsetof(SenderStore, paths);
    static constexpr std::size_t PATHS = //!< first byte that a packet needs of them
        PATHS_AT + SprayPaths::Hot::PORTS - SprayPaths::Hot::HEALTH;

    static_assert(PATHS % LINE == 0 && PATHS_AT + SprayPaths::Hot::END <= PATHS + LINE,
                  "what a packet needs of the paths is one line");
    static_assert(BEFORE + offsetof(SenderStore, messages) + MessageQueue::Hot::PACKET <= LINE,
                  "what a packet needs of the messages is in the first line");
    static_assert((HEADER_AT - WINDOW) % LINE == 0,
                  "the window begins the line before that of the header");
    static_assert(TIMERS_AT + TIMERS <= (HEADER + HEADER_LINES - 1) * LINE,
                  "what a packet needs of the timers ends in the line behind the header");
    static constexpr std::size_t ANSWER = //!< first byte of the flight that an answer needs
        BEFORE + offsetof(SenderStore, flight) + offsetof(FlightStore, ages) +
        StampAges::Hot::BEGIN;
    static constexpr std::size_t HEALTH = //!< first byte of the health of planes
        PATHS_AT + SprayPaths::Hot::ALIVE;

    static_assert(ANSWER / LINE + FLIGHT_LINES == HEADER - 1,
                  "what an answer needs of the flight ends before the line of the window");
    static_assert((TIMERS_AT + AckTimers::Hot::PROGRESS - 1) / LINE <=
                      TIMERS_AT / LINE + TIMER_LINES,
                  "what an answer needs of the timers is in one line more than a packet's");
    static_assert((HEALTH - sizeof(Instant)) / LINE == PATHS / LINE - HEALTH_LINES &&
                      (HEALTH + 4 * sizeof(Instant) - 1) / LINE == PATHS / LINE - HEALTH_LINES,
                  "what an answer needs of the prober and of the health of planes is in one line");
};

#pragma GCC diagnostic pop
#endif

SenderStore::SenderStore(const ConnectionParameters& given,
                         RolesState& shared,
                         LoneOwner& connection,
                         const QueuePairWatch& watch)
    : messages(given.qp->payload),
      parameters(given),
      owner(connection),
      paths(given.ev, DealOf(given, watch, shared.counters), given.qp->AckTimeout()),
      flight(given, paths, shared.counters),
      header{given.localNic, given.peerNic, given.peer},
      smallWindow(given.qp->askEachTime ? UINT32_MAX : 2 * given.qp->sackThreshold),
      payload(given.qp->payload),
      maxImmediates(given.Agreed().maxImmediates),
      dscp(given.Agreed().trimNack ? given.dscp.trimmable : given.dscp.noTrim),
      timesFirst(given.cc->learnBaseRtt),
      failed(false),
      asks(shared.asks),
      probeDue(false),
      hasHeard(false),
      portsInSack(given.qp->portsInSack),
      dozes(false),
      roles(shared),
      timers(given.qp, given.RoundTrip(), flight.Store().target),
      probes(FirstSequence(given.firstPsn))
{
}

/** Each packet was new when it left, or is counted by the cause that had it sent again. */
void
SenderStore::CountSent() const
{
    QueuePairCounters& counters = roles.counters;
    counters.sentPackets =
        std::accumulate(std::begin(counters.retransmissions),
                        std::end(counters.retransmissions),
                        flight.Store().sent.Records().Next() - FirstSequence(parameters.firstPsn));
    uint64_t packets = counters.sentPackets;
    uint64_t bytes = sentBytes;
    for (PlaneId plane = 1; plane < MAX_PLANES; ++plane)
    {
        packets -= counters.planePackets[plane];
        bytes -= counters.planeBytes[plane];
    }
    counters.planePackets[0] = static_cast<uint32_t>(packets);
    counters.planeBytes[0] = bytes;
}

} // namespace mrc
} // namespace ns3
