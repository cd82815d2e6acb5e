/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_INCAST_BENCHMARK_H
#define MRC_INCAST_BENCHMARK_H

#include "mrc-incast-link.h"

#include "ns3/mrc-network.h"
#include "ns3/mrc-work-request.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The results of one sender. */
struct IncastSender
{
    Instant finish{Instant::Never()}; //!< of the completion; Never: there was none
    uint64_t trims{0};                //!< packets of the flow that arrived trimmed
    uint64_t losses{0};               //!< packets that the sender sent again for another reason
};

/** Why the last completion was late: parts of IncastBenchmark::LastCompletion - 1. */
struct IncastExcess
{
    double others{0}; //!< the last link carried more than first transmissions: headers of trimmed
                      //!< packets, answers to EV probes, packets again
    double gaps{0}; //!< the link was idle, less one round trip, while two or more were not complete
    double tail{0}; //!< the link was idle while only the last sender was not complete
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
     * @param load the incast to run
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
     * @return time from the posts to the last completion, divided by the last link's time for all
     *         first transmissions plus one unloaded round trip. The result is infinite if a
     *         completion is missing
     */
    double LastCompletion() const;

    /** @return Jain's index of the senders' goodputs; 0 if one has no completion */
    double JainIndex() const;

    /**
     * @return the part of LastCompletion above 1, by cause; after Run, if there is no Write missing
     */
    IncastExcess Excess() const;

  private:
    static void OnCompleted(IncastBenchmark* benchmark,
                            std::size_t sender,
                            const Completion& completion);
    void Completed(std::size_t sender, const Completion& completion);

    Ptr<Network> m_network; //!< kept alive
    IncastLoad m_load;
    Instant m_start; //!< when the Writes were posted
    std::vector<Ptr<Qp>> m_qps;
    std::vector<Instant> m_finish;
    std::size_t m_missing;
    std::optional<IncastLink> m_link; //!< to the target; empty until the load is known to be one
    Instant m_alone;                  //!< when only one sender was left
    double m_busyUntil{0};            //!< seconds that the last link was busy until then
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_INCAST_BENCHMARK_H */
