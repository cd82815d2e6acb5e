/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RANK_LINK_H
#define MRC_RANK_LINK_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Bytes on their way to another process. */
using RankBytes = std::vector<uint8_t>;

/**
 * Joins the processes that share a run, the ranks.
 *
 * All verbs but Abort are calls that every rank makes, in the same order.
 */
class RankLink
{
  public:
    virtual ~RankLink() = default;

    /** @return the number of this process, from 0 */
    virtual uint32_t Own() const = 0;

    /** @return how many processes there are, at least 2 */
    virtual uint32_t Count() const = 0;

    /**
     * Sends each rank its bytes, and gets those of each.
     *
     * @param out by rank; the own entry is not used
     * @return by rank; the own entry is empty
     */
    virtual std::vector<RankBytes> Exchange(const std::vector<RankBytes>& out) = 0;

    /**
     * Tells all ranks a value of the same size.
     *
     * @param own the value
     * @param bytes how long each is
     * @param all gets those of all ranks in order
     */
    virtual void Gather(const void* own, std::size_t bytes, void* all) = 0;

    /**
     * Has all ranks take over the value of one.
     *
     * @param from that rank
     * @param value read there, written elsewhere
     * @param bytes how long the value is
     */
    virtual void Share(uint32_t from, void* value, std::size_t bytes) = 0;

    /** Ends all ranks. @param why for the user */
    [[noreturn]] virtual void Abort(const std::string& why) = 0;

    /** @return the values of all ranks in order. @param own the one of this rank */
    template <class T>
    std::vector<T> Gather(const T& own)
    {
        static_assert(std::is_trivially_copyable<T>::value, "values travel as bytes");
        std::vector<T> all(Count());
        Gather(&own, sizeof(T), all.data());
        return all;
    }

    /** @return the value of one rank. @param from that rank @param own the one of this rank */
    template <class T>
    T Share(uint32_t from, T own)
    {
        static_assert(std::is_trivially_copyable<T>::value, "values travel as bytes");
        Share(from, &own, sizeof(T));
        return own;
    }
};

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

  private:
    void Copy(void* to, std::size_t bytes);

    const RankBytes& m_in;
    std::size_t m_place{0};
};

/**
 * Joins this process to the others that the user's `mpirun` started; once in a process.
 *
 * @param ranks how many there are to be, at least 2
 * @return the way to them
 * @throws std::invalid_argument if they are not so many, or the module was built without MPI
 */
std::shared_ptr<RankLink> JoinRanks(uint32_t ranks);

} // namespace mrc
} // namespace ns3

#endif /* MRC_RANK_LINK_H */
