/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_USER_NOTICE_H
#define MRC_USER_NOTICE_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-queue-pair-report.h"
#include "ns3/mrc-queue-pair-user.h"
#include "ns3/mrc-work-request.h"

#include <variant>

namespace ns3
{
namespace mrc
{

/** What does the user of a queue pair hear? A value, as it travels to other processes. */
struct UserNotice
{
    /** An instant has come that the user asked for. */
    struct Due
    {
    };

    /** A work request ended, which the user hears before its instant. */
    struct Ending
    {
        Completion completion; //!< as of that instant
    };

    /** A receive buffer was taken, or flushed. */
    struct Taken
    {
        CompletionStatus status{CompletionStatus::SUCCESS}; //!< how the buffer ended
        Delivery delivery;                                  //!< what took the buffer
    };

    /** Tells a user. @param user of the queue pair */
    void TellTo(QueuePairUser& user) const;

    std::variant<Due, Ending, Completion, Delivery, Taken, QueuePairReport> what; //!< the news
};

/** A notice, and for the user of which queue pair. */
struct SlotNotice
{
    SlotIndex slot{NO_SLOT}; //!< of the queue pair
    UserNotice notice;       //!< for that user
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_USER_NOTICE_H */
