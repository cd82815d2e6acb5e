/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RANK_BYTES_H
#define MRC_RANK_BYTES_H

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Bytes on their way to another process. */
using RankBytes = std::vector<uint8_t>;

/**
 * Appends a value to bytes.
 *
 * @param out where to
 * @param value trivially copyable; no pointer in there has a meaning in another process
 */
template <class T>
void
PutValue(RankBytes& out, const T& value)
{
    static_assert(std::is_trivially_copyable<T>::value, "values travel as bytes");
    const auto* first = reinterpret_cast<const uint8_t*>(&value);
    out.insert(out.end(), first, first + sizeof(T));
}

/** Reads the values that PutValue has put, in the same order. */
class RankReader
{
  public:
    /** @param in must outlive this */
    explicit RankReader(const RankBytes& in)
        : m_in(in)
    {
    }

    /** @return whether values are left */
    bool HasMore() const
    {
        return m_place < m_in.size();
    }

    /** @return the next value. @throws std::out_of_range if there is none */
    template <class T>
    T Take()
    {
        static_assert(std::is_trivially_copyable<T>::value, "values travel as bytes");
        T value;
        Copy(&value, sizeof(T));
        return value;
    }

    /** @return a value that comes later. @param bytes between here and there, which are there */
    template <class T>
    T Ahead(std::size_t bytes) const
    {
        RankReader later(*this);
        later.m_place += bytes;
        return later.Take<T>();
    }

  private:
    void Copy(void* to, std::size_t bytes);

    const RankBytes& m_in;
    std::size_t m_place{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RANK_BYTES_H */
