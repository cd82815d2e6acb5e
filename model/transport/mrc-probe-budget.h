/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PROBE_BUDGET_H
#define MRC_PROBE_BUDGET_H

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * How many EV probes may the receivers of a NIC send for the bytes that the NIC receives
 * [reverse-budget]?
 *
 * Probes and their answers together take at most a hundredth of the received bytes. A NIC that has
 * received little may still send a few.
 */
class ProbeBudget
{
  public:
    /** Line bytes of an EV probe and its answer, each with preamble and gap. */
    static constexpr uint64_t EXCHANGE_BYTES = 158 + 178;
    /** Received bytes that stand behind each byte of probes and answers. */
    static constexpr uint64_t RECEIVED_PER_BYTE = 100;
    /** Probes that a NIC may send at once after it has sent none for long; own choice. */
    static constexpr uint64_t BURST = 64;

    /** @param bytes that a receiver of the NIC got since its last report */
    void Earn(uint64_t bytes)
    {
        m_received = std::min(m_received + bytes, BURST * EXCHANGE_BYTES * RECEIVED_PER_BYTE);
    }

    /** @return whether a probe may be sent; if so it is paid for */
    bool Take()
    {
        const uint64_t price = EXCHANGE_BYTES * RECEIVED_PER_BYTE;
        if (m_received < price)
        {
            return false;
        }
        m_received -= price;
        return true;
    }

    /** A probe is sent that cannot wait: the budget pays as far as it can. */
    void TakeAnyway()
    {
        m_received -= std::min(m_received, EXCHANGE_BYTES * RECEIVED_PER_BYTE);
    }

  private:
    uint64_t m_received{0}; //!< bytes that no probe has been sent for
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PROBE_BUDGET_H */
