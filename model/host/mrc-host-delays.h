/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HOST_DELAYS_H
#define MRC_HOST_DELAYS_H

#include "mrc-nic-state.h"

#include "ns3/mrc-ring.h"

#include <deque>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Holds posts and completions for the host's constant overhead per direction [host-overhead].
 *
 * Both delays are constant, so each line is in the order of time.
 */
class HostDelays
{
  public:
    /** A post that the NIC has not seen yet. */
    struct Post
    {
        Instant due;         //!< when the post arrives
        SlotIndex slot;      //!< of the queue pair
        WorkRequest request; //!< the posted request
    };

    /** A completion that the user has not seen yet. */
    struct Done
    {
        Instant due;           //!< when the completion arrives
        SlotIndex slot;        //!< of the queue pair
        Completion completion; //!< the completion for the application
    };

    /** A receive buffer's end that the user has not seen yet. */
    struct Taken
    {
        Instant due;                                        //!< when the news arrives
        SlotIndex slot{NO_SLOT};                            //!< of the queue pair
        CompletionStatus status{CompletionStatus::SUCCESS}; //!< the result of the receive
        Delivery delivery;                                  //!< the arrived message
    };

    std::deque<Post> posts;       //!< Writes on their way to the NIC
    std::deque<Done> completions; //!< ends of Writes on their way to the application
    Ring<Taken> taken;            //!< costs nothing while nobody watches receives

    /** @return the posts of one queue pair, which do not wait here any more */
    std::vector<WorkRequest> TakePosts(SlotIndex slot)
    {
        std::vector<WorkRequest> taken;
        std::deque<Post> others;
        for (const Post& post : posts)
        {
            if (post.slot == slot)
            {
                taken.push_back(post.request);
            }
            else
            {
                others.push_back(post);
            }
        }
        posts.swap(others);
        return taken;
    }

    /** @return when the next one is due */
    Instant NextDue() const
    {
        const Instant post = posts.empty() ? Instant::Never() : posts.front().due;
        const Instant done = completions.empty() ? Instant::Never() : completions.front().due;
        const Instant next = post < done ? post : done;
        return taken.Empty() || next < taken[0].due ? next : taken[0].due;
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HOST_DELAYS_H */
