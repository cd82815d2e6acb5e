/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Ranks that are threads of one process.

#ifndef MRC_TEST_THREAD_RANKS_H
#define MRC_TEST_THREAD_RANKS_H

#include "ns3/mrc-rank-link.h"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** The messages under way between threads that stand for ranks. */
struct RankPost
{
    explicit RankPost(uint32_t ranks)
        : boxes(ranks, std::vector<std::deque<RankBytes>>(ranks))
    {
    }

    std::mutex lock;
    std::condition_variable changed;
    std::vector<std::vector<std::deque<RankBytes>>> boxes; //!< by receiver and sender
    std::string why;                                       //!< of the first that ended all
    std::size_t longest{0};                                //!< message, bytes
};

/** Thrown in all ranks that wait when one has ended all. */
struct AllEnded
{
};

/** A rank that is a thread. */
class ThreadWire : public RankWire
{
  public:
    ThreadWire(RankPost& post, uint32_t own)
        : m_post(post),
          m_own(own)
    {
    }

    uint32_t Own() const override
    {
        return m_own;
    }

    uint32_t Count() const override
    {
        return static_cast<uint32_t>(m_post.boxes.size());
    }

    void Send(uint32_t to, const void* first, std::size_t bytes) override
    {
        const auto* begin = static_cast<const uint8_t*>(first);
        const std::lock_guard<std::mutex> lock(m_post.lock);
        m_post.boxes[to][m_own].emplace_back(begin, begin + bytes);
        m_post.longest = std::max(m_post.longest, bytes);
        m_post.changed.notify_all();
    }

    void Flush() override
    {
    }

    RankBytes Receive(uint32_t from) override
    {
        std::unique_lock<std::mutex> lock(m_post.lock);
        std::deque<RankBytes>& box = m_post.boxes[m_own][from];
        m_post.changed.wait(lock, [&] { return !box.empty() || !m_post.why.empty(); });
        if (!m_post.why.empty())
        {
            throw AllEnded();
        }
        RankBytes first = std::move(box.front());
        box.pop_front();
        return first;
    }

    void Close() override
    {
    }

    [[noreturn]] void Abort(const std::string& why) override
    {
        const std::lock_guard<std::mutex> lock(m_post.lock);
        m_post.why = m_post.why.empty() ? why : m_post.why;
        m_post.changed.notify_all();
        throw AllEnded();
    }

  private:
    RankPost& m_post;
    uint32_t m_own;
};

/** Has ranks run a script. @return why they were ended, empty: they were not */
inline std::string
RunRanks(uint32_t ranks,
         const std::function<void(RankLink&)>& script,
         RankPost& post,
         std::size_t most)
{
    std::vector<std::thread> threads;
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        threads.emplace_back([&, rank] {
            try
            {
                RankLink link(std::make_unique<ThreadWire>(post, rank), most);
                script(link);
                link.End();
            }
            catch (const AllEnded&)
            {
            }
        });
    }
    for (std::thread& thread : threads)
    {
        thread.join();
    }
    return post.why;
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_THREAD_RANKS_H */
