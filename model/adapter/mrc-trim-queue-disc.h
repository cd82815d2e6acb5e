/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRIM_QUEUE_DISC_H
#define MRC_TRIM_QUEUE_DISC_H

#include "mrc-trim-queue-settings.h"

#include "ns3/queue-disc.h"
#include "ns3/random-variable-stream.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace ns3
{

class Ipv6QueueDiscItem;

namespace mrc
{

struct Frame;
struct Verdict;
class TrimQueueBuffer;

/**
 * The egress queue of a switch for ns-3's traffic control. Stock devices trim and mark IPv6 packets
 * by the code of a fabric's ports [trim-data] [trim-queue-disc].
 *
 * Three classes, told apart by DSCP: control, trimmed packets, and data. Bytes are those of IP
 * packets, without link headers. The device's own queue below should hold one packet, or packets
 * wait there unseen.
 */
class TrimQueueDisc : public QueueDisc
{
  public:
    /** Why Stats counts a packet as dropped that went on without its payload. */
    static constexpr const char* TRIMMED = "trimmed";
    /** Why Stats counts a packet as marked. */
    static constexpr const char* MARKED = "depth of the data class";

    /** @return the TypeId */
    static TypeId GetTypeId();

    TrimQueueDisc();
    ~TrimQueueDisc() override;

    /**
     * Fixes the random stream of marks and early drops.
     *
     * @param stream number of the stream
     * @return how many streams are used: 1
     */
    int64_t AssignStreams(int64_t stream);

  private:
    struct Parts;

    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> DoDequeue() override;
    bool CheckConfig() override;
    void InitializeParams() override;
    void DoDispose() override;

    bool DropsEarly(const Frame& frame, TrafficClass where) const;
    Verdict Judge(const Frame& frame, TrafficClass where) const;
    bool Put(const Ptr<QueueDiscItem>& item, const Frame& frame, TrafficClass where);
    bool TradesNewest(const Frame& arriving) const;
    Ptr<Ipv6QueueDiscItem> TakeNewest();
    void PutRest(const Ptr<Ipv6QueueDiscItem>& item);
    bool MarksAt(EcnMarkAt when, uint32_t depth) const;
    std::size_t QueueOf(const Frame& frame, TrafficClass where) const;
    void Recount() const;

    static void AddBuffer(TypeId tid);
    static void AddCounters(TypeId tid);
    uint64_t Trims() const;
    uint64_t DroppedTrims() const;
    uint64_t SentTrims() const;
    Ptr<QueueDiscItem> Trim(const Ptr<Ipv6QueueDiscItem>& item) const;

    std::unique_ptr<TrimQueueSettings> m_settings;
    std::unique_ptr<DscpPlan> m_dscp;
    uint64_t m_trims{0};        //!< packets trimmed
    uint64_t m_droppedTrims{0}; //!< trimmed packets that found no room
    uint64_t m_sentTrims{0};    //!< trimmed packets that left
    Ptr<UniformRandomVariable> m_draws;
    Ptr<TrimQueueBuffer> m_buffer;  //!< shared with other queue discs; none: limits count
    std::unique_ptr<Parts> m_parts; //!< there after initialisation
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRIM_QUEUE_DISC_H */
