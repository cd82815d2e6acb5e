/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_DRIVER_H
#define MRC_FLOW_DRIVER_H

#include "mrc-connection-matrix.h"
#include "mrc-flow-agenda.h"
#include "mrc-flow-course.h"
#include "mrc-flow-observer.h"
#include "mrc-flow-seats.h"
#include "mrc-trigger-graph.h"

#include "ns3/mrc-requestor.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** How long hosts take to act on an event. */
struct TriggerTimes
{
    Span host;   //!< until the application of a receiver knows that a message is there
    Span across; //!< from NIC to NIC, in addition; 0 is an oracle
};

/**
 * Posts the transfers of a matrix when their time has come, each over the queue pair that the
 * connector gives.
 *
 * With repetitions every repetition is a flow, posted when the one before it is complete. A
 * transfer is done for those that wait for the transfer when its last flow is complete. Flow
 * numbers: repetition k, from 0, of the transfer with id i is flow i + k * (the greatest id).
 */
class FlowDriver : public FlowCourse, private FlowSeats::Listener, private FlowAgenda::Doer
{
  public:
    /**
     * Gives the end of a connection for a transfer, which must outlive the driver. Where transfers
     * share queue pairs, the driver asks during the run too: for one more seat of a pair.
     */
    using Connector = FlowSeats::Connector;

    /**
     * Makes the connections, in the order of the matrix.
     *
     * @param matrix the transfers
     * @param repeat how often, at least 1
     * @param connect makes a connection
     * @param observer hears of starts and ends; must outlive the run
     * @param times how long triggers take
     * @throws std::invalid_argument as TriggerGraph
     */
    FlowDriver(const ConnectionMatrix& matrix,
               uint32_t repeat,
               const Connector& connect,
               FlowObserver& observer,
               const TriggerTimes& times);

    /** Starts and tells nothing more; flows that are under way go on if their network does. */
    ~FlowDriver() override = default;

    FlowDriver(const FlowDriver&) = delete;
    FlowDriver& operator=(const FlowDriver&) = delete;

    /**
     * Schedules all transfers that have a start time, which counts from now.
     *
     * Times are in picoseconds; a transfer starts at the first tick of ns-3 that is not before.
     */
    void Start() override;

    bool IsOver() const override
    {
        return m_active == 0 && m_agenda.Coming() == 0;
    }

    FlowCounts Counts() const override
    {
        return {static_cast<uint64_t>(m_transfers.size()) * m_repeat, m_done};
    }

    uint64_t TotalBytes() const override;

    uint32_t TransferCount() const override
    {
        return m_transfers.size();
    }

    uint64_t IdOf(uint32_t transfer) const override
    {
        return m_graph.At(transfer).id;
    }

    uint32_t CountAcrossNics() const override
    {
        return m_graph.CountAcrossNics();
    }

    TransferPhase PhaseOf(uint32_t transfer) const override
    {
        return m_transfers[transfer].phase;
    }

    /** @return where transfers post: with shared queue pairs few, as they take turns */
    std::size_t SeatCount() const
    {
        return m_seats.Count();
    }

    FlowRecord LatestOf(uint32_t transfer) const override;
    uint64_t PlacedBytes(uint32_t transfer) const override;
    uint64_t OutstandingBytes(uint32_t transfer) const override;
    std::string WaitsFor(uint32_t transfer) const override;

  private:
    /** A transfer's progress, of which a job has millions. */
    struct Progress
    {
        Instant start;                    //!< of the latest flow
        Instant finish{Instant::Never()}; //!< likewise
        // Counts modulo 2^32. While the flow is under way: those of the connection at the post.
        uint32_t packets{0};
        uint32_t retransmissions{0};
        uint32_t trims{0};
        uint32_t marks{0};
        uint32_t seat{0}; //!< the transfer's own; the first one of its way while it has none
        TransferPhase phase{TransferPhase::WAITING};
        CompletionStatus status{CompletionStatus::SUCCESS};
    };

    using Seat = FlowSeats::Seat;

    // FlowSeats::Listener
    void Ending(const Seat& seat, const Completion& completion) override;
    void Completed(const Seat& seat, const Completion& completion) override;
    void Due() override;
    void Delivered(Seat& seat) override;
    HintStep HintOf(const Seat& seat, bool isArrival) const override;

    // FlowAgenda::Doer
    void Post(uint32_t transfer) override;
    void HearOfReceive(uint32_t transfer) override;
    HintStep HintOfPost(uint32_t transfer) const override;
    HintStep HintOfReceive(uint32_t transfer) const override;

    // steps to what these touch, by the transfer
    template <HintStep::Go NEXT>
    static HintStep HintFirst(const void* driver, uint32_t transfer);
    static HintStep HintEnd(const void* driver, uint32_t transfer);
    static HintStep HintReceive(const void* driver, uint32_t transfer);
    static HintStep HintSeat(const void* driver, uint32_t transfer);
    static HintStep HintWrite(const void* driver, uint32_t transfer);
    void HintTransfer(uint32_t transfer) const;
    HintStep HintStartOf(const std::optional<uint32_t>& trigger) const;

    void ConnectAll();
    const Seat& SeatOf(uint32_t transfer) const;
    Instant NowOf(uint32_t transfer) const;
    void Leave(uint32_t transfer);
    bool IsSeated(uint32_t transfer) const;
    uint64_t BytesOf(uint32_t transfer) const;
    static void KeepCounts(const FlowRecord& counts, Progress& progress);
    void EndIfOver();
    void PostAll(const std::vector<TriggeredStart>& starts);

    TriggerGraph m_graph;
    uint32_t m_repeat;
    FlowObserver& m_observer;
    std::vector<Progress> m_transfers;
    FlowSeats m_seats;
    FlowAgenda m_agenda;
    Span m_hostDelay;       //!< until a receiver knows
    uint64_t m_idStride{0}; //!< from one repetition to the next
    uint64_t m_done{0};
    uint32_t m_active{0}; //!< flows under way
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_DRIVER_H */
