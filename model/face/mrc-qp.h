/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_H
#define MRC_QP_H

#include "mrc-completion-queue.h"
#include "mrc-qp-attributes.h"
#include "mrc-qp-paths.h"
#include "mrc-qp-profile.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-path-state.h"
#include "ns3/mrc-qp-sample.h"
#include "ns3/mrc-queue-pair-counters.h"
#include "ns3/mrc-requestor.h"
#include "ns3/mrc-work-request.h"
#include "ns3/object.h"

#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

class NicTable;
class QpEvents;
class QpTraces;
class QpVerbs;

/** One end of a connection: NIC and profile of the end. */
struct QpEnd
{
    uint32_t nic{0};        //!< number of the end's NIC
    Ptr<QpProfile> profile; //!< the profile that the end is made with
};

class Faces;
class Nic;

/** Where the two ends of a connection live: the same place, or two shards of a run. */
struct QpNics
{
    NicTable& own;  //!< of this end
    NicTable& peer; //!< of the other end
};

/** The answer of Qp::Query: the state of a queue pair at the call. */
struct QpStatus
{
    QpState state{QpState::RESET}; //!< the work that the queue pair is ready for
    QpNumber number;               //!< unique in the network
    uint32_t nic{0};               //!< number of the NIC that posts
    uint32_t peerNic{0};           //!< number of the NIC that the Writes go to
    QpCapabilities offer; //!< the offer that the end's profile, as set now, would send the peer out
                          //!< of band [capability-exchange]
    WindowSample window;  //!< congestion window and payload bytes in flight; `at` says nothing
};

/** The data about a queue pair that the verbs keep between two calls. */
struct VerbsState
{
    Ptr<EvProfile> ev;       //!< the profile that Modify bound the queue pair to
    Ptr<CcProfile> cc;       //!< the profile that Modify bound the queue pair to
    uint64_t nextId{0};      //!< of Write
    uint64_t nextAddress{0}; //!< of Write
};

/**
 * A queue pair as a script sees it: posts Writes and tells when they are done.
 *
 * A face of the compact state in NicTable. Made by Network::Connect, which leaves nothing to do
 * before Write(), or by Network::Create. After Create the script makes the calls of a program on
 * libibverbs: Modify(), RegisterMemory(), PostReceive(), PostSend().
 */
class Qp : public Object, public Requestor
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    Qp();

    /**
     * @param nics where the ends live; must outlive this object or Dispose() of it
     * @param slot of the queue pair
     * @param own this end
     * @param peer the other end
     */
    Qp(const QpNics& nics, SlotIndex slot, const QpEnd& own, const QpEnd& peer);
    ~Qp() override;

    /**
     * Posts an RDMA Write.
     *
     * @param bytes length of the Write, up to 2^32 - 1; a fatal error otherwise, later than 2^62
     * ps, and after Simulator::Destroy. With 0 the Write carries no data: one packet that is
     * acknowledged
     * @return the id that the completion of the Write will carry; ids count from 0
     */
    uint64_t Write(uint64_t bytes) override;

    /**
     * Posts an RDMA Write with Immediate.
     *
     * @param bytes length of the Write, as for Write; with 0 the usual signal that earlier Writes
     * are there
     * @param immediate delivered with the message
     * @return the id that the completion of the Write will carry
     */
    uint64_t WriteWithImmediate(uint64_t bytes, uint32_t immediate);

    /**
     * Posts a Write unchanged (ibv_post_send).
     *
     * @param request the id of the request comes back in the completion; a fatal error if the
     * request is for addresses beyond 2^64 - 1
     */
    void PostSend(const WorkRequest& request);

    /**
     * Posts receive buffers, one for each immediate of the peer (ibv_post_recv). Between ends that
     * Network::Connect made there are as many as needed until the first post.
     *
     * @param count how many; a fatal error in state RESET, or if more than MOST_RECEIVES would wait
     */
    void PostReceive(uint32_t count = 1);

    /** The most receive buffers that may wait at a queue pair; own choice (ibv: max_recv_wr). */
    static constexpr uint64_t MOST_RECEIVES = 1U << 20;

    /**
     * Opens memory to the peer (ibv_reg_mr). Ends that Network::Connect made have a region of all
     * addresses with key 0 from the start.
     *
     * @param address of the first byte
     * @param length bytes, at least 1; a fatal error if the memory passes the last address
     * @return rkey of the memory, above 0
     */
    uint32_t RegisterMemory(uint64_t address, uint64_t length);

    /** Takes memory from the peer again (ibv_dereg_mr). @param rkey a region's; else a fatal error
     */
    void DeregisterMemory(uint32_t rkey);

    /**
     * Brings the queue pair into another state (ibv_modify_qp).
     *
     * @param attributes the state, and the values that this state needs; a fatal error names
     * missing ones
     * @throws std::invalid_argument on the way to RTR, if a profile contradicts itself or the
     * network
     */
    void Modify(const QpAttributes& attributes);

    /**
     * Sets where completions of this end go, beside the trace sources.
     *
     * @param send gets the ends of work requests, may be null
     * @param receive gets the ends of receive buffers, may be null
     */
    void SetCompletionQueues(Ptr<CompletionQueue> send, Ptr<CompletionQueue> receive);

    /** @return the other end of the connection */
    Ptr<Qp> Peer();

    /** @return state, numbers, offer and window (ibv_query_qp); a fatal error without a network */
    QpStatus Query() const;

    /**
     * @return the counters of this end of the connection so far. Ask anew for those of a later
     * moment: some of them count on only when asked for.
     */
    const QueuePairCounters& Counters() const override;

    const RoceCounters* Roce() const override;

    /** @return the EVs of this end */
    QpPaths Paths() const;

    /** Signature of trace source "Completed". */
    typedef void (*CompletedCallback)(const Completion& completion);
    /** Signature of trace source "Delivered". */
    typedef void (*DeliveredCallback)(const Delivery& delivery);
    /** Signature of trace source "Resent". */
    typedef void (*ResentCallback)(const Retransmission& retransmission);
    /** Signature of trace source "State". */
    typedef void (*StateCallback)(QpState from, QpState to);
    /** Signature of trace source "PathState". */
    typedef void (*PathStateCallback)(const PathTransition& transition);

    /** Signature of trace sources "CongestionWindow" and "BytesInFlight". */
    typedef void (*BytesCallback)(uint64_t before, uint64_t after);
    /** Signature of trace source "Rtt". */
    typedef void (*RttCallback)(const RttSample& sample);
    /** Signature of trace source "Nack". */
    typedef void (*NackCallback)(const NackReport& report);
    /** Signature of trace source "Planes". */
    typedef void (*PlanesCallback)(const PlaneStatus& status);
    /** Signature of trace source "PlaneBytes". */
    typedef void (*PlaneBytesCallback)(const PlaneBytes& sent);

  protected:
    /** The network does this before the network's end: from then on only attributes can be read. */
    void DoDispose() override;

  private:
    friend class Faces;    // finds the NIC that lists a queue pair, also one that was disposed of
    friend class Nic;      // keeps the NIC's queue pairs in the order of their numbers
    friend class QpEvents; // knows which NIC has the queue pair
    friend class LatePackets;   // hears of packets sent again, from any thread
    friend class RecoveryTimes; // likewise

    static void AddAttributes(TypeId tid);
    Instant Now() const override;
    HintStep HintOfWrite() const override;
    const QueuePairCounters& PeerCounters() const override;
    const RoceCounters* PeerRoce() const override;
    PairOutlook Outlook(const RequestorListener& listener) override;
    void Tell(RequestorListener& listener) override;
    void Forget(RequestorListener& listener) override;
    QpEvents& GetEvents();
    QpEvents& EventsInTime();
    void ActInTime();
    QpTraces& TracesFromNow();
    void NoteHearers();
    void SinksChanged();
    NicTable& PresentNics() const;
    NicTable& Nics() const;
    NicTable& NicsAhead() const;
    NicTable& PeerNics() const;
    QpVerbs Verbs();
    uint32_t Source() const;
    uint32_t Destination() const;
    uint32_t Number() const;
    uint8_t Mpr() const;
    void SetMpr(uint8_t units);
    uint8_t Penalty() const;
    void SetPenalty(uint8_t penalty);

    NicTable* m_nics{nullptr};
    NicTable* m_peerNics{nullptr}; //!< where the other end lives
    SlotIndex m_slot{NO_SLOT};
    QpEnd m_own;
    QpEnd m_other;
    VerbsState m_verbs;
    Ptr<Qp> m_peer;       //!< the other end, owned by the one that posts
    Qp* m_owner{nullptr}; //!< of the other end: the end that owns that one
    std::unique_ptr<QpEvents> m_events;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_H */
