/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRIM_QUEUE_DISC_H
#define MRC_TRIM_QUEUE_DISC_H

#include "ns3/mrc-dscp.h"
#include "ns3/mrc-port-config.h"
#include "ns3/mrc-trim-length.h"
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
 * What users configure of a TrimQueueDisc; what a value means is said at the attribute of the same
 * name. Members without a value here begin with that of FabricProfile's attribute.
 */
struct TrimQueueSettings
{
    uint32_t dataLimit{150000};    //!< bytes: 12 us at 100 Gb/s, as is the next
    uint32_t trimmedLimit{150000}; //!< bytes
    uint32_t controlLimit{150000}; //!< bytes
    uint32_t ecnMinimum{30000};    //!< bytes: 0.2 of the above
    uint32_t ecnMaximum{120000};   //!< bytes: 0.8 of the above
    double ecnProbability{};       //!< just below ecnMaximum
    uint32_t wredMinimum{0};       //!< bytes of data up to which none is dropped early
    uint32_t wredMaximum{0};       //!< bytes from which all is; 0: none at any depth
    double wredProbability{};      //!< just below wredMaximum
    bool wredDropsEct{};           //!< whether data that can be marked is dropped too
    bool trimming{};               //!< trim instead of dropping
    uint16_t trimSize{};           //!< bytes, from the IPv6 header on
    TrimLength trimLength{};       //!< length fields that are corrected
    double trimmedShare{};         //!< of the line, beside data
    bool lastHop{false};           //!< which code point trimmed packets get
    EcnMarkAt ecnMarkAt{};         //!< when it is decided about a mark
    bool retxFirst{};              //!< whether the other trimmable code point goes first
    uint8_t controlWeight{};       //!< of the classes; 0 of all three: priority
    uint8_t trimmedWeight{};       //!< the same of trimmed packets
    uint8_t dataWeight{};          //!< the same of data
    uint32_t bufferReserved{};     //!< bytes of each class beside the shared buffer
    int8_t dataThreshold{};        //!< exponent of the class's share of the free buffer
    int8_t trimmedThreshold{};     //!< the same of trimmed packets
    int8_t controlThreshold{};     //!< the same of control
};

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

    void CheckWeights() const;
    void CheckShares() const;
    bool DropsEarly(const Frame& frame, TrafficClass where) const;
    Verdict Judge(const Frame& frame, TrafficClass where) const;
    bool Put(const Ptr<QueueDiscItem>& item, const Frame& frame, TrafficClass where);
    bool MarksAt(EcnMarkAt when, uint32_t depth) const;
    std::size_t QueueOf(const Frame& frame, TrafficClass where) const;
    void Recount() const;

    static void AddLimits(TypeId tid);
    static void AddWred(TypeId tid);
    static void AddTrimming(TypeId tid);
    static void AddService(TypeId tid);
    static void AddBuffer(TypeId tid);
    static void AddCodePoints(TypeId tid);
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
