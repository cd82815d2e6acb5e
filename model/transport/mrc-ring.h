/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RING_H
#define MRC_RING_H

#include <cstddef>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * A first-in first-out queue that owns no memory until it is used, and grows by doubling.
 *
 * std::deque allocates half a kilobyte when it is constructed; most queue pairs are idle.
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
        return m_slots[(m_head + i) & (m_slots.size() - 1)];
    }

    /** @return the i-th oldest element, i < Size() */
    const T& operator[](size_t i) const
    {
        return m_slots[(m_head + i) & (m_slots.size() - 1)];
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
        if (m_size == m_slots.size())
        {
            Grow();
        }
        ++m_size;
        Back() = element;
    }

    /** Removes the oldest element. */
    void Pop()
    {
        m_head = (m_head + 1) & (m_slots.size() - 1);
        --m_size;
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
        std::vector<T> bigger(m_slots.empty() ? 4 : m_slots.size() * 2);
        for (size_t i = 0; i < m_size; ++i)
        {
            bigger[i] = (*this)[i];
        }
        m_slots.swap(bigger);
        m_head = 0;
    }

    std::vector<T> m_slots; //!< empty, or a power of two
    size_t m_head{0};
    size_t m_size{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RING_H */
