/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_POLICIES_H
#define MRC_PORT_POLICIES_H

#include "mrc-queue-policy.h"

#include "ns3/mrc-instant.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Holds the policies that a user wrote: which ports of a fabric have one, and which verdicts does
 * it give?
 */
class PortPolicies
{
  public:
    /**
     * Gives a port a trim or drop policy.
     *
     * @param port number of the port
     * @param policy null is a fatal error
     */
    void SetAdmission(PortIndex port, std::unique_ptr<AdmissionPolicy> policy);

    /**
     * Gives a port an ECN marker.
     *
     * @param port number of the port
     * @param policy null is a fatal error
     */
    void SetMarking(PortIndex port, std::unique_ptr<MarkingPolicy> policy);

    /** @return whether a user's own policy admits data at a port */
    bool HasAdmission(PortIndex port) const
    {
        return port < m_admission.size() && m_admission[port] != nullptr;
    }

    /** @return whether a user's own policy marks at a port */
    bool HasMarking(PortIndex port) const
    {
        return port < m_marking.size() && m_marking[port] != nullptr;
    }

    /**
     * @param port a port that HasAdmission
     * @param arrival a data packet
     * @param beyond the built-in policy's verdict on a packet beyond its limit
     * @return the verdict on the packet; a fatal error if the policy gives none of the three kinds
     */
    Verdict Admit(PortIndex port, const DataArrival& arrival, Verdict beyond) const;

    /** As MarkingPolicy::Marks, of a port that HasMarking. */
    bool Marks(PortIndex port, uint32_t depth, Instant now)
    {
        const Question question(port);
        return m_marking[port]->Marks(depth, now);
    }

    /**
     * Somebody looks at a port. A marker is asked while a packet leaves its port, and the look
     * would have the next one leave first.
     *
     * @throws std::logic_error naming the marker that this thread asks just now, if there is one
     */
    static void RequireNoneAsked();

  private:
    /** While this exists, a marker is asked. */
    class Question
    {
      public:
        explicit Question(PortIndex port)
        {
            m_asked = port;
        }

        ~Question()
        {
            m_asked = NO_PORT;
        }

        Question(const Question&) = delete;
        Question& operator=(const Question&) = delete;
    };

    std::vector<std::unique_ptr<AdmissionPolicy>> m_admission; //!< by port; short: none from there
    std::vector<std::unique_ptr<MarkingPolicy>> m_marking;     //!< the same

    // Of each thread: a marker may look at ports of another one, and no thread may read policies of
    // another. The only state of a thread in the module, set while a marker is asked.
    static inline thread_local PortIndex m_asked{NO_PORT}; //!< of the marker that is asked just now
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_POLICIES_H */
