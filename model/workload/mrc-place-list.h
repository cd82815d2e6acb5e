/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PLACE_LIST_H
#define MRC_PLACE_LIST_H

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Places of operations, in order: one alone takes no memory beside the list.
 *
 * Nearly all operations of a training step wait for one other, and a step has millions of them.
 */
class PlaceList
{
  public:
    PlaceList() = default;

    /** @param places the list */
    PlaceList(const std::vector<uint32_t>& places)
        : m_size(static_cast<uint32_t>(places.size())),
          m_one(m_size == 0 ? 0 : places[0])
    {
        if (m_size > 1)
        {
            m_many = std::make_unique<uint32_t[]>(m_size);
            std::copy(places.begin(), places.end(), m_many.get());
        }
    }

    /** Copies the places. @param other keeps its own */
    PlaceList(const PlaceList& other)
        : PlaceList(std::vector<uint32_t>(other.begin(), other.end()))
    {
    }

    /** Takes the places. @param other has none then */
    PlaceList(PlaceList&& other) noexcept
    {
        Swap(other);
    }

    /** Takes the places of a copy. @param other the copy @return this list */
    PlaceList& operator=(PlaceList other) noexcept
    {
        Swap(other);
        return *this;
    }

    ~PlaceList() = default;

    /** @return the first place */
    const uint32_t* begin() const
    {
        return m_many ? m_many.get() : &m_one;
    }

    /** @return the end behind the last place */
    const uint32_t* end() const
    {
        return begin() + m_size;
    }

    /** @return how many places there are */
    uint32_t size() const
    {
        return m_size;
    }

  private:
    void Swap(PlaceList& other) noexcept
    {
        m_many.swap(other.m_many);
        std::swap(m_size, other.m_size);
        std::swap(m_one, other.m_one);
    }

    std::unique_ptr<uint32_t[]> m_many; //!< null: there is at most one
    uint32_t m_size{0};
    uint32_t m_one{0}; //!< the first
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PLACE_LIST_H */
