/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHARED_ARRAY_H
#define MRC_SHARED_ARRAY_H

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * An array of a run, with an element for each part of the fabric. Copies of this
 * object are the same array.
 *
 * Shards of a run have copies, and each shard writes the elements of its own nodes alone. So two
 * threads never meet at an element.
 */
template <class T>
class SharedArray
{
  public:
    /** An array without elements. */
    SharedArray()
        : SharedArray(std::vector<T>())
    {
    }

    /** @param elements of the array, as many as it will ever have */
    explicit SharedArray(std::vector<T> elements)
        : m_store(std::make_shared<std::vector<T>>(std::move(elements))),
          m_data(m_store->data())
    {
    }

    /** @return an element */
    T& operator[](std::size_t i)
    {
        return m_data[i];
    }

    /** @return an element */
    const T& operator[](std::size_t i) const
    {
        return m_data[i];
    }

    /** @return the first element */
    const T* data() const
    {
        return m_data;
    }

    /** @return how many elements there are */
    std::size_t size() const
    {
        return m_store->size();
    }

    /** @return whether there is none */
    bool empty() const
    {
        return m_store->empty();
    }

    /** @return all elements, for code that runs before the simulation */
    std::vector<T>& All()
    {
        return *m_store;
    }

  private:
    std::shared_ptr<std::vector<T>> m_store;
    T* m_data; //!< of m_store: one load less for each element
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHARED_ARRAY_H */
