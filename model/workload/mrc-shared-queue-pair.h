/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHARED_QUEUE_PAIR_H
#define MRC_SHARED_QUEUE_PAIR_H

#include "ns3/mrc-requestor.h"
#include "ns3/mrc-ring.h"

#include <cstdint>
#include <forward_list>

namespace ns3
{
namespace mrc
{

/** Several transfers that post to one queue pair, each as if it had one of its own [shared-pairs].
 */
class SharedQueuePair : public RequestorListener
{
  public:
    /** @param pair the queue pair, to which nobody has posted; must outlive this */
    explicit SharedQueuePair(Requestor& pair);
    ~SharedQueuePair() override;

    SharedQueuePair(const SharedQueuePair&) = delete;
    SharedQueuePair& operator=(const SharedQueuePair&) = delete;

    /**
     * @return where a transfer posts, as long as this is there. The seat hears of its own Writes
     *         only. The counts are those of the queue pair [shared-pairs], but PlacedBytes are the
     *         seat's own
     */
    Requestor& Seat();

  private:
    class User;

    /** A Write that has not arrived, or one behind such a Write. */
    struct Arriving
    {
        User* user;
        uint32_t bytes;
        bool hasArrived;
    };

    void Ending(const Completion& completion) override;
    void Completed(const Completion& completion) override;
    void Due() override;
    void Delivered(const Delivery& delivery) override;
    HintStep Hint(bool isArrival) const override;
    static HintStep HintPair(const void* shared, uint32_t);
    void Post(User& user, uint64_t bytes);
    uint64_t PlacedOf(const User& user) const;

    Requestor& m_pair;
    std::forward_list<User> m_users;
    Ring<User*> m_completing;  //!< users with Writes under way, in the order of the posts
    Ring<Arriving> m_arriving; //!< in the order of the posts
    uint16_t m_oldest{0};      //!< number of the first of these
    uint32_t m_ending{0};      //!< of m_completing, those that have heard of their end
    uint64_t m_delivered{0};   //!< bytes of all Writes that arrived whole
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHARED_QUEUE_PAIR_H */
