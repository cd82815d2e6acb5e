/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHARED_BUFFER_H
#define MRC_SHARED_BUFFER_H

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The share of a shared buffer that one queue may have. */
struct BufferShare
{
    int8_t exponent{0};   //!< the queue may hold 2^exponent times the free bytes, -10 .. 10
    uint32_t reserved{0}; //!< bytes that the queue has for itself, beside the shared buffer

    /** @return of so many waiting bytes, those that lie in the shared buffer */
    uint64_t Shared(uint64_t waiting) const
    {
        return waiting > reserved ? waiting - reserved : 0;
    }
};

/**
 * The buffer that all queues of a switch share: may another packet wait [shared-buffer]?
 *
 * Queues have dynamic thresholds (Choudhury and Hahne). The fuller the buffer, the less may each
 * queue hold, so that some of it stays free for a queue that begins.
 */
class SharedBuffer
{
  public:
    /** @param size bytes */
    explicit SharedBuffer(uint64_t size)
        : m_size(size)
    {
    }

    /**
     * @param free bytes that no queue uses
     * @param exponent of 2, -10 .. 10
     * @return bytes of the shared buffer that a queue may hold
     */
    static uint64_t Threshold(uint64_t free, int exponent)
    {
        return exponent < 0 ? free >> -exponent : free << exponent;
    }

    /**
     * @param share the limit of the queue
     * @param waiting bytes in the queue
     * @param size bytes of the packet
     * @return whether the packet may join the queue
     */
    bool Admits(const BufferShare& share, uint64_t waiting, uint32_t size) const
    {
        const uint64_t held = share.Shared(waiting + size);
        // Above 1 the factor promises more than there is, hence the second condition.
        return held <= Threshold(Free(), share.exponent) && held - share.Shared(waiting) <= Free();
    }

    /** Notes that queues hold other bytes of the buffer than before. */
    void Change(uint64_t before, uint64_t after)
    {
        Take(after - before);
    }

    /** Notes that queues hold so many bytes more. */
    void Take(uint64_t bytes)
    {
        m_used += bytes;
        m_peak = std::max(m_peak, m_used);
    }

    /** Notes that queues hold so many bytes less. */
    void Give(uint64_t bytes)
    {
        m_used -= bytes;
    }

    /**
     * Takes bytes of a lossless frame if that reaches no peak, nor a threshold however high that
     * is.
     *
     * @param bytes of the frame
     * @param held bytes of the frame's link, with the frame
     * @param xoff threshold of the link; 0: the dynamic one
     * @return whether they were taken; if not, the threshold is to be reckoned
     */
    bool TakeEasily(uint32_t bytes, uint64_t held, uint64_t xoff)
    {
        const uint64_t used = m_used + bytes;
        if (used > m_easy || held > (xoff != 0 ? xoff : m_easyThreshold))
        {
            return false;
        }
        m_used = used;
        return true;
    }

    /**
     * Lets TakeEasily take up to the peak so far.
     *
     * @param exponent of the dynamic threshold
     */
    void Ease(int exponent)
    {
        m_easy = std::min(m_peak, m_size);
        m_easyThreshold = Threshold(m_size - m_easy, exponent);
    }

    /** Lets TakeEasily take nothing. */
    void Guard()
    {
        m_easy = 0;
    }

    /** @return bytes in all */
    uint64_t Size() const
    {
        return m_size;
    }

    /** @return bytes that queues hold */
    uint64_t Used() const
    {
        return m_used;
    }

    /** @return the most that queues held */
    uint64_t Peak() const
    {
        return m_peak;
    }

    /** @return bytes that no queue holds; pause frames, which ask nobody, may have taken more */
    uint64_t Free() const
    {
        return m_used < m_size ? m_size - m_used : 0;
    }

  private:
    uint64_t m_size;
    uint64_t m_used{0};
    uint64_t m_peak{0};
    uint64_t m_easy{0};          //!< at most the peak, and the size
    uint64_t m_easyThreshold{0}; //!< the dynamic threshold when so much is used
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHARED_BUFFER_H */
