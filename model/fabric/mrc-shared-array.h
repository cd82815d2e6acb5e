/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHARED_ARRAY_H
#define MRC_SHARED_ARRAY_H

#include "mrc-sparse-memory.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <type_traits>
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
 * threads never meet at an element. A process that has a part of the nodes makes the elements of
 * its own ones. What a script sees of others is made by Need.
 */
template <class T>
class SharedArray
{
  public:
    /** Makes an element. */
    using Maker = std::function<T(std::size_t)>;

    /** An array without elements. */
    SharedArray()
        : SharedArray(std::vector<T>())
    {
    }

    /** @param elements of the array, as many as it will ever have */
    explicit SharedArray(std::vector<T> elements)
        : m_store(std::make_shared<Store>(std::move(elements))),
          m_data(m_store->whole.data()),
          m_size(m_store->whole.size())
    {
    }

    /**
     * An array of which no element is there before Need.
     *
     * @param size how many elements it has
     * @param make makes them; several are made at once
     */
    SharedArray(std::size_t size, Maker make)
        : m_store(std::make_shared<Store>(size, std::move(make))),
          m_data(static_cast<T*>(m_store->part->Data())),
          m_size(size)
    {
        static_assert(std::is_trivially_destructible<T>::value, "elements end with their memory");
        static_assert(4096 % sizeof(T) == 0, "no element is in two blocks");
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
        return m_size;
    }

    /** @return whether there is none */
    bool empty() const
    {
        return m_size == 0;
    }

    /** Sees that an element is there. */
    void Need(std::size_t i) const
    {
        if (m_store->part != nullptr)
        {
            m_store->Make(i);
        }
    }

    /** @return an element as it is, or would be made */
    T Value(std::size_t i) const
    {
        return m_store->Has(i) ? m_data[i] : m_store->make(i);
    }

    /** @return bytes of the elements that are there */
    std::size_t Bytes() const
    {
        return m_store->part == nullptr ? m_size * sizeof(T) : m_store->part->Taken();
    }

  private:
    /** The elements: all of them, or a part. */
    struct Store
    {
        explicit Store(std::vector<T> elements)
            : whole(std::move(elements))
        {
        }

        Store(std::size_t size, Maker maker)
            : part(std::make_unique<SparseMemory>(size * sizeof(T))),
              make(std::move(maker))
        {
        }

        bool Has(std::size_t i) const
        {
            return part == nullptr || part->Has(i * sizeof(T));
        }

        void Make(std::size_t i)
        {
            part->Need(i * sizeof(T), [this](std::size_t begin, std::size_t end) {
                T* const data = static_cast<T*>(part->Data());
                for (std::size_t each = begin / sizeof(T); each < end / sizeof(T); ++each)
                {
                    new (data + each) T(make(each));
                }
            });
        }

        std::vector<T> whole;
        std::unique_ptr<SparseMemory> part; //!< null: all elements are there
        Maker make;                         //!< of `part`
    };

    std::shared_ptr<Store> m_store;
    T* m_data; //!< of m_store: one load less for each element
    std::size_t m_size;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHARED_ARRAY_H */
