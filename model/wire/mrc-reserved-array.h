/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RESERVED_ARRAY_H
#define MRC_RESERVED_ARRAY_H

#include <cstddef>
#include <type_traits>

namespace ns3
{
namespace mrc
{

/**
 * Reserves address space that becomes memory when it is first touched.
 *
 * @param bytes how much
 * @return page-aligned, zero-filled space
 * @throws std::runtime_error, which names the limit to raise, when no space can be had
 */
void* ReserveSpace(std::size_t bytes);

/** Gives back the space that ReserveSpace returned. */
void ReleaseSpace(void* space, std::size_t bytes);

/**
 * An array that never moves. Address space for its largest size is reserved at once, and memory
 * comes page by page with the first touch. So an index stays as cheap as a pointer while the array
 * grows.
 */
template <class T>
class ReservedArray
{
    static_assert(std::is_trivially_destructible<T>::value,
                  "elements are not destroyed one by one");

  public:
    /** @param capacity the most elements that will ever be touched */
    explicit ReservedArray(std::size_t capacity)
        : m_capacity(capacity),
          m_data(static_cast<T*>(ReserveSpace(capacity * sizeof(T))))
    {
    }

    ~ReservedArray()
    {
        ReleaseSpace(m_data, m_capacity * sizeof(T));
    }

    ReservedArray(const ReservedArray&) = delete;
    ReservedArray& operator=(const ReservedArray&) = delete;

    /**
     * @param i below the number of elements
     * @return the element; all bytes are zero until the element is written
     */
    T& operator[](std::size_t i)
    {
        return m_data[i];
    }

    /**
     * @param i below the number of elements
     * @return the element
     */
    const T& operator[](std::size_t i) const
    {
        return m_data[i];
    }

    /** @return the most elements */
    std::size_t Capacity() const
    {
        return m_capacity;
    }

  private:
    std::size_t m_capacity;
    T* m_data;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RESERVED_ARRAY_H */
