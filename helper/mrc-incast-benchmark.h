/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_INCAST_BENCHMARK_H
#define MRC_INCAST_BENCHMARK_H

#include "mrc-network.h"
#include "mrc-recovery-times.h"

#include "ns3/mrc-queue-pair.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A burst of Writes into one NIC. */
struct IncastLoad
{
    std::vector<uint32_t> senders; //!< NICs
    uint32_t target{0};            //!< NIC that they all write to
    uint64_t bytes{1000000};       //!< of each Write
};

/** What came of one sender. */
struct IncastSender
{
    Instant finish{Instant::Never()}; //!< its completion; Never: there was none
    uint64_t trims{0};                //!< its packets that arrived trimmed
    uint64_t losses{0};               //!< packets that it sent again for another reason
};

/**
 * Measures an incast: many NICs write to one, all at the same instant, once.
 */
class IncastBenchmark
{
  public:
    /**
     * Makes the connections and posts the Writes.
     *
     * @param network where; nothing else runs there
     * @param load what
     */
    IncastBenchmark(Ptr<Network> network, const IncastLoad& load);

    /** Listens no more; the Writes go on if the network does. */
    ~IncastBenchmark();

    IncastBenchmark(const IncastBenchmark&) = delete;
    IncastBenchmark& operator=(const IncastBenchmark&) = delete;

    /** Runs the simulator until all have their completions, or nothing happens any more. */
    void Run();

    /** @return one for each sender, in the order of the load; after Run */
    std::vector<IncastSender> Senders() const;

    /**
     * @return time from the posts to the last completion, divided by what the last link needs for
     *         all first transmissions and one unloaded round trip on top; infinite if a completion
     *         is missing
     */
    double LastCompletion() const;

    /** @return Jain's index of the senders' goodputs; 0 if one has no completion */
    double JainIndex() const;

    /** @return how long packets waited to be sent again */
    RecoveryTimes& Recovery()
    {
        return m_recovery;
    }

  private:
    static void OnCompleted(IncastBenchmark* benchmark,
                            std::size_t sender,
                            const Completion& completion);
    void Completed(std::size_t sender, const Completion& completion);
    double LeastSeconds() const;

    Ptr<Network> m_network; //!< kept alive
    IncastLoad m_load;
    Instant m_start; //!< when the Writes were posted
    std::vector<Ptr<Qp>> m_qps;
    std::vector<Instant> m_finish;
    std::size_t m_missing;
    RecoveryTimes m_recovery;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_INCAST_BENCHMARK_H */
