/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RING_H
#define MRC_RING_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace ns3
{
namespace mrc
{

/**
 * A first-in first-out queue that owns no memory until it is used, and grows by doubling.
 *
 * std::deque allocates half a kilobyte when it is constructed; most queue pairs are idle. A ring is
 * 24 bytes, so that several of them share the cache line that a packet touches anyway.
 *
 * @tparam T a cheap value
 */
template <typename T>
class Ring
{
  public:
    /** @return how many elements wait */
    size_t Size() const
    {
        return m_size;
    }

    /** @return whether none waits */
    bool Empty() const
    {
        return m_size == 0;
    }

    /** @return the i-th oldest element, i < Size() */
    T& operator[](size_t i)
    {
        return m_slots[(m_head + i) & (m_capacity - 1)];
    }

    /** @return the i-th oldest element, i < Size() */
    const T& operator[](size_t i) const
    {
        return m_slots[(m_head + i) & (m_capacity - 1)];
    }

    /** @return the oldest element */
    T& Front()
    {
        return m_slots[m_head];
    }

    /** @return the youngest element */
    T& Back()
    {
        return (*this)[m_size - 1];
    }

    /** Appends an element; references to others become invalid. */
    void Push(const T& element)
    {
        if (m_size == m_capacity)
        {
            Grow();
        }
        ++m_size;
        Back() = element;
    }

    /** Removes the oldest element. */
    void Pop()
    {
        m_head = (m_head + 1) & (m_capacity - 1);
        --m_size;
    }

    /** Gives the memory back if no element waits. */
    void Shrink()
    {
        if (m_size == 0)
        {
            m_slots.reset();
            m_capacity = 0;
            m_head = 0;
        }
    }

    /** Removes all elements. */
    void Clear()
    {
        m_head = 0;
        m_size = 0;
    }

  private:
    void Grow()
    {
        // Most queues of most queue pairs never hold two elements at a time.
        const uint32_t capacity = m_capacity == 0 ? 1 : m_capacity * 2;
        auto bigger = std::make_unique<T[]>(capacity);
        for (size_t i = 0; i < m_size; ++i)
        {
            bigger[i] = (*this)[i];
        }
        m_slots = std::move(bigger);
        m_capacity = capacity;
        m_head = 0;
    }

    std::unique_ptr<T[]> m_slots;
    uint32_t m_capacity{0}; //!< 0, or a power of two
    uint32_t m_head{0};
    uint32_t m_size{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RING_H */
