/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RANK_LINK_H
#define MRC_RANK_LINK_H

#include "mrc-rank-bytes.h"
#include "mrc-rank-orders.h"
#include "mrc-rank-wire.h"

#include <array>
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

/** The calls that every rank makes, in the same order. */
enum class RankCall : uint8_t
{
    // Each has a name in mrc-rank-link.cc, in this order.
    WINDOW,         //!< frames that have crossed, and how far each rank is
    EARLIEST,       //!< the first event of all
    TURN,           //!< which rank acts next
    NEWS,           //!< what users hear from the rank that acts
    COUNTERS,       //!< of a queue pair; the subject is its number
    COUNTERS_FROM,  //!< of many queue pairs; the subject is the number of the first
    ROCE,           //!< of a queue pair of RoCEv2, likewise
    PORT,           //!< counters of a port; the subject is its index
    PORTS,          //!< counters of all ports
    ROWS,           //!< of a table
    RECOVERY_TIMES, //!< of lost packets
    LATE_PACKETS,   //!< that were sent again, and when
    WALL_TIME,      //!< of the first rank, and whether one of them got a signal
    MEMORY,         //!< what each took
    LINK,           //!< a link changes; the subject is its port
    CALLS,          //!< what users hear of a window that is over
    MOMENTS,        //!< the last events before users act
    STATUS,         //!< of a queue pair; the subject is its number
    PATHS,          //!< of a queue pair, likewise
    PARTS,          //!< of the fabric, before all else
    LOOPS,          //!< of a round of probes, that came back
    END,            //!< there will be no other call
};

/** A call, and of which of several things. */
struct RankTopic
{
    RankCall call;       //!< the call
    uint32_t subject{0}; //!< number of that thing
};

/** @return a topic in words */
std::string TextOf(const RankTopic& topic);

/**
 * Joins the processes that share a run: do all ranks make the same calls?
 *
 * Each message says which call of the sender it belongs to. Ranks with different calls are ended
 * with a message: one of them would wait for ever, or take a number for another one.
 */
class RankLink
{
  public:
    /** The most bytes that travel at once: MPI counts them in an int. */
    static constexpr std::size_t MOST_BYTES = INT32_MAX;

    /**
     * @param wire to the other processes
     * @param mostBytes that travel at once; of more there are several pieces
     */
    explicit RankLink(std::unique_ptr<RankWire> wire, std::size_t mostBytes = MOST_BYTES);

    /** As End, unless an error ends this process: the others are ended then. */
    ~RankLink();
    RankLink(const RankLink&) = delete;
    RankLink& operator=(const RankLink&) = delete;

    /** @return the number of this process, from 0 */
    uint32_t Own() const
    {
        return m_wire->Own();
    }

    /** @return how many processes there are, at least 2 */
    uint32_t Count() const
    {
        return m_wire->Count();
    }

    /** @return what the script orders without a call; each call counts too */
    RankOrders& Orders()
    {
        return m_orders;
    }

    /** @return how many calls each rank has made so far */
    uint64_t Calls() const
    {
        return m_head.count;
    }

    /** @param call one of them @return how many of these each rank has made so far */
    uint64_t Calls(RankCall call) const
    {
        return m_calls[static_cast<unsigned>(call)];
    }

    /**
     * Sends each rank its bytes, and gets those of each.
     *
     * @param topic the same in all ranks, as for all calls
     * @param out by rank; the own entry is not used
     * @return by rank; the own entry is empty
     */
    std::vector<RankBytes> Exchange(RankTopic topic, const std::vector<RankBytes>& out);

    /** Makes the last call. Later ones are errors. */
    void End();

    /** Ends all ranks. @param why for the user */
    [[noreturn]] void Abort(const std::string& why);

    /** @return the values of all ranks in order. @param topic of them @param own that of this rank
     */
    template <class T>
    std::vector<T> Gather(RankTopic topic, const T& own)
    {
        static_assert(std::is_trivially_copyable<T>::value, "values travel as bytes");
        Begin(topic);
        std::vector<T> all(Count(), own);
        for (uint32_t to = 0; to < all.size(); ++to)
        {
            Send(to, &own, sizeof(T));
        }
        for (uint32_t from = 0; from < all.size(); ++from)
        {
            Receive(from, &all[from], sizeof(T));
        }
        m_wire->Flush();
        return all;
    }

    /**
     * Has all ranks take over the value of one.
     *
     * @param topic of the value
     * @param from that rank
     * @param own the value of this rank
     * @return that of the other one
     */
    template <class T>
    T Share(RankTopic topic, uint32_t from, T own)
    {
        static_assert(std::is_trivially_copyable<T>::value, "values travel as bytes");
        Begin(topic);
        T value = own; // the sent one stays where it is until it has left
        for (uint32_t to = 0; from == Own() && to < Count(); ++to)
        {
            Send(to, &own, sizeof(T));
        }
        Receive(from, &value, sizeof(T));
        m_wire->Flush();
        return value;
    }

    /**
     * Has all ranks take over the bytes of one.
     *
     * @param topic of the bytes
     * @param from that rank
     * @param own the bytes, which count in that rank only
     * @return those of that rank
     */
    RankBytes ShareBytes(RankTopic topic, uint32_t from, const RankBytes& own);

    /**
     * As ShareBytes, for the many messages of one rank: others send nothing, so that a call that is
     * missing in one of them shows later.
     *
     * @param topic of the bytes
     * @param from that rank
     * @param own the bytes, which count in that rank only
     * @return those of that rank
     */
    RankBytes SpreadBytes(RankTopic topic, uint32_t from, const RankBytes& own);

  private:
    /** What comes before the bytes of a message. */
    struct Head
    {
        uint64_t bytes;  //!< that follow
        uint64_t count;  //!< calls of the sender so far
        RankTopic topic; //!< of this call
        RankTopic last;  //!< of the call before
    };

    void Begin(RankTopic topic);
    void Send(uint32_t to, const void* first, std::size_t bytes);
    RankBytes Receive(uint32_t from);
    void Receive(uint32_t from, void* to, std::size_t bytes);
    void Check(uint32_t from, const Head& head);
    static std::string WordsOf(uint32_t rank, const Head& head);

    std::unique_ptr<RankWire> m_wire;
    std::size_t m_mostBytes;
    Head m_head{}; //!< of the call that is made
    std::array<uint64_t, static_cast<std::size_t>(RankCall::END) + 1> m_calls{}; //!< by RankCall
    std::vector<RankBytes> m_outgoing; //!< by rank: the head of a message, and a short one with it
    RankOrders m_orders;
    bool m_isOver{false};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RANK_LINK_H */
