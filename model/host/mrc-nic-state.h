/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_STATE_H
#define MRC_NIC_STATE_H

#include "ns3/mrc-carrier-template.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"
#include "ns3/mrc-port-state.h"
#include "ns3/mrc-qp-state.h"
#include "ns3/mrc-queue-pair.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

/** The first queue pair number given out; lower ones are reserved for services [endpoint-format].
 */
constexpr uint32_t FIRST_QP_NUMBER = 16;

/** @return the queue pair number of a slot */
constexpr QpNumber
QpNumberOf(SlotIndex slot)
{
    return QpNumber{slot + FIRST_QP_NUMBER};
}

/** @return the slot of a queue pair number; no slot that exists if the number is reserved */
constexpr SlotIndex
SlotOf(QpNumber number)
{
    return number.value - FIRST_QP_NUMBER;
}

/** @return the slot of the other end of a connection: its ends are made one after the other */
constexpr SlotIndex
PeerOf(SlotIndex slot)
{
    return slot ^ 1;
}

/** A NIC's data about one of its queue pairs. */
struct alignas(64) QueuePairSlot
{
    QueuePairSlot()
        : watchesReceives(false),
          watched(false),
          waitsToRest(false),
          usedAgain(false),
          hinted(false)
    {
    }

    QueuePair* pair{nullptr};          //!< the connection's end or, if that has one role, the
                                       //!< role; null: another shard has it
    CarrierTemplate route;             //!< to the peer
    uint32_t nic{0};                   //!< owner
    uint32_t peer{0};                  //!< NIC at the other end
    SlotIndex sibling{NO_SLOT};        //!< next queue pair of the same NIC
    SlotIndex nextReady{NO_SLOT};      //!< next in the NIC's round robin
    Instant timerAt{Instant::Never()}; //!< next wake-up, at the latest the wished one
    bool ready{false};                 //!< in the round robin
    bool receives{true};               //!< takes packets; not in RESET
    bool watchesReceives : 1;          //!< the pair's user wants to hear of receive buffers that
                                       //!< are taken
    bool watched : 1;                  //!< the pair's user wants to hear all
    bool waitsToRest : 1;              //!< in the NIC's RestQueue
    bool usedAgain : 1;                //!< since the pair waits there
    bool hinted : 1;                   //!< `pair` is a HintedPair
    QpState state{QpState::RTS};       //!< as its user knows it; see QueuePairStates::Of

    struct Hot;
};

/** The layout of a QueuePairSlot that speed needs. */
struct QueuePairSlot::Hot
{
    static_assert(sizeof(QueuePairSlot) == 64 && alignof(QueuePairSlot) == 64,
                  "a slot is one cache line");
    static_assert(offsetof(QueuePairSlot, pair) == 0, "each packet reads it first");
};

/** Work that the host's overhead holds back: posts on their way in, completions on their way out.
 */
class HostDelays;

/**
 * The state of one NIC: its ports' line time, its round robin of queue pairs, its one timer.
 */
struct alignas(64) NicState
{
    // first the members that each packet touches, on NICs of up to three ports all in one cache
    // line
    Instant wakeAt{Instant::Never()};    //!< the pending NIC_WAKE event that counts
    Instant timerAt{Instant::Never()};   //!< earliest wake-up that a queue pair asked for
    Instant delaysDue{Instant::Never()}; //!< when the next of `delays` is due
    SlotIndex readyHead{NO_SLOT};        //!< round robin: next to be asked for data
    SlotIndex readyTail{NO_SLOT};        //!< last of them
    PortIndex firstPort{0};              //!< ports lie side by side by plane
    uint8_t planes{0};                   //!< ports
    uint8_t up{0};                      //!< PlaneMask of ports that the NIC believes to have a link
    uint8_t open{0};                    //!< those that queue pairs may send on: none in a blackout
    uint8_t paused{0};                  //!< those that send no data by PFC's order
    Instant idle[MAX_PLANES];           //!< when a port has sent all that it was given
    SlotIndex firstSlot{NO_SLOT};       //!< list of all queue pairs
    SlotIndex resting{NO_SLOT};         //!< left the round before its turn: see NicPump::Rest
    std::unique_ptr<HostDelays> delays; //!< made at first use
    Instant dozeEnd{Instant::Never()};  //!< when to ask those in the round whether they doze on;
                                        //!< `timerAt` is not later while one does

    struct Hot;
};

/** The members that each packet touches in a NIC with up to three ports: one cache line. */
struct NicState::Hot
{
    static constexpr std::size_t LINE = 64;   //!< bytes of a cache line
    static constexpr unsigned LINE_PORTS = 3; //!< that the first line has

    static_assert(offsetof(NicState, idle) + LINE_PORTS * sizeof(Instant) == LINE,
                  "three ports are in the first line");
    static_assert(sizeof(NicState) == 2 * LINE, "the other ports are in the second line");
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NIC_STATE_H */
