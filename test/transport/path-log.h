/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_PATH_LOG_H
#define MRC_TEST_PATH_LOG_H

#include "ns3/mrc-queue-pair-user.h"

#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

/** Writes down the states that EVs change into, and why. */
class PathLog : public QueuePairUser
{
  public:
    void PathChanged(const PathTransition& transition) override
    {
        static const char* const STATES[] = {"GOOD", "SKIP", "BAD", "DENIED", "DENIED_BAD"};
        static const char* const CAUSES[] = {"mark",
                                             "trim",
                                             "gap",
                                             "timeout",
                                             "always",
                                             "turn",
                                             "lapse",
                                             "probe",
                                             "administrator",
                                             "silence",
                                             "floor"};
        latest = transition;
        text += text.empty() ? "" : ", ";
        text += STATES[static_cast<int>(transition.from)];
        text += " to ";
        text += STATES[static_cast<int>(transition.to)];
        text += " by ";
        text += CAUSES[static_cast<int>(transition.cause)];
    }

    /** @return the lines since the last call */
    std::string Take()
    {
        std::string taken;
        taken.swap(text);
        return taken;
    }

    PathTransition latest;
    std::string text;
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_PATH_LOG_H */
