/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LOOP_AGENT_H
#define MRC_LOOP_AGENT_H

#include "mrc-loop-judge.h"
#include "mrc-topology.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** One loop of a round. */
struct LoopProbe
{
    LoopLink link; //!< the farthest one on the way
    uint16_t id;   //!< tells the loop from those of this round and the last 15
    uint32_t path; //!< number of the EV that leads there
    LoopLink via;  //!< of a loop by a T2: the link between T0 and T1 on the way
};

/**
 * Which loops does the agent of one NIC send in a round, and which came back [loop-probes]?
 *
 * Each round the agent has a loop to its T0 in each plane. The T0's uplinks are shared out among
 * the NICs there; the NICs that share an uplink take turns. So are uplinks of a pod's T1s among the
 * NICs of the pod.
 */
class LoopAgent
{
  public:
    static constexpr uint32_t MOST_LOOPS = 4096; //!< of a round, by 12 bits of the id

    /**
     * @param topology the fabric
     * @param nic the agent's
     * @param sharers NICs that have a loop over each uplink in each round, at least 1
     * @throws std::invalid_argument if a round has more than MOST_LOOPS
     */
    LoopAgent(const Topology& topology, uint32_t nic, uint32_t sharers);

    /** @return the loops of the next round */
    const std::vector<LoopProbe>& Begin();

    /** A loop has come back; one of an earlier round is too late. @param id of the loop's probe */
    void Arrived(uint16_t id);

    /** @return the results of the loops of this round */
    std::vector<LoopResult> End() const;

  private:
    /** The NIC's T0 in a plane; planes of a graph need not be alike. */
    struct Seat
    {
        uint32_t t0;
        uint32_t place;   //!< among the NICs of the T0
        uint32_t nics;    //!< of the T0
        uint32_t uplinks; //!< of the T0
    };

    /** The NIC's pod, which is the same in all planes. */
    struct PodSeat
    {
        uint32_t firstT1{0}; //!< of the pod
        uint32_t t1s{1};     //!< of the pod
        uint32_t links{0};   //!< between these and T2s; 0 without pods
        uint32_t place{0};   //!< among the NICs of the pod
        uint32_t nics{1};    //!< of the pod
    };

    static Seat SeatOf(const Topology& topology, uint32_t nic, PlaneId plane);
    static PodSeat PodSeatOf(const Topology& topology, uint32_t nic);
    static uint32_t PlaceInPod(uint32_t nic, uint32_t nicsPerT0, uint32_t nics);
    uint64_t MostTurns(uint32_t links, uint32_t nics) const;
    bool TakesTurn(uint32_t place, uint32_t link, uint32_t nics) const;
    void Add(const LoopLink& link, uint32_t path, const LoopLink& via = {});

    uint32_t m_nic;
    uint32_t m_sharers;        //!< at most that many
    std::vector<Seat> m_seats; //!< by plane
    PodSeat m_pod;
    uint32_t m_round{0};
    std::vector<LoopProbe> m_loops;
    std::vector<bool> m_arrived; //!< of m_loops
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LOOP_AGENT_H */
