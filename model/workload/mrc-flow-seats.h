/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_SEATS_H
#define MRC_FLOW_SEATS_H

#include "mrc-connection-matrix.h"

#include "ns3/mrc-hint-step.h"
#include "ns3/mrc-pair-outlook.h"
#include "ns3/mrc-requestor.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

namespace ns3
{
namespace mrc
{

/**
 * Where do the transfers of a workload post? Each has a seat of its own, or those of a way, from a
 * NIC to another, take turns.
 */
class FlowSeats
{
  public:
    struct Seat;

    /** How many seats has a way? */
    enum class Sharing : uint8_t
    {
        NONE,  //!< one for each transfer
        TURNS, //!< as many as are in use at once: transfers take turns
    };

    /** Gives the end of a connection for a transfer, which must outlive this. */
    using Connector = std::function<Requestor&(const Transfer& transfer)>;

    /** Hears how the Writes of all seats go; see RequestorListener. */
    class Listener
    {
      public:
        virtual ~Listener() = default;

        /** A Write will be told as complete. @param seat of it @param completion to come */
        virtual void Ending(const Seat& seat, const Completion& completion) = 0;

        /** A Write ended. @param seat of it @param completion of it */
        virtual void Completed(const Seat& seat, const Completion& completion) = 0;

        /** An instant has come that was asked for. */
        virtual void Due() = 0;

        /** A Write has arrived whole. @param seat of it */
        virtual void Delivered(Seat& seat) = 0;

        /** As RequestorListener::Hint, of a seat. @return a step to what is touched then */
        virtual HintStep HintOf(const Seat&, bool) const
        {
            return {};
        }
    };

    /** Where a transfer posts. Those of a way have it one by one. */
    struct Seat : public RequestorListener
    {
        /** @return what is known of the connection's next events */
        PairOutlook Outlook();
        void Ending(const Completion& completion) override;
        void Completed(const Completion& completion) override;
        void Due() override;
        void Delivered(const Delivery& delivery) override;
        HintStep Hint(bool isArrival) const override;

        Listener* listener{nullptr}; //!< hears of the seat
        Requestor* qp{nullptr};      //!< the end that posts
        uint32_t way{0};             //!< the first seat of the way
        uint32_t transfer{NO_ONE};   //!< that has the seat
        uint32_t idle{NO_ONE};       //!< of a way's first seat: one of the way that nobody has
        uint32_t nextIdle{NO_ONE};   //!< the next of those
        uint32_t posted{0};          //!< flows of the transfer
        uint32_t delivered{0};       //!< those with their last byte placed
        uint64_t before{0};          //!< bytes of earlier transfers
    };

    /** By the ends of ways: their first seats. Of use while the seats are made. */
    using Ways = std::map<std::tuple<uint32_t, uint32_t, std::optional<uint8_t>>, uint32_t>;

    /**
     * @param connect makes a connection for each seat
     * @param sharing by the transfers of a way
     * @param listener hears; must outlive this
     */
    FlowSeats(const Connector& connect, Sharing sharing, Listener& listener);

    /** Seats hear nothing more. */
    ~FlowSeats();

    FlowSeats(const FlowSeats&) = delete;
    FlowSeats& operator=(const FlowSeats&) = delete;

    /**
     * Every way has a seat from the start, so that connections come in the order of the calls.
     *
     * @param transfer which one
     * @param ways of the transfers before
     * @return the first seat of the transfer's way
     */
    uint32_t Add(const Transfer& transfer, Ways& ways);

    /**
     * Has a transfer post from now on.
     *
     * @param number of the transfer
     * @param transfer the same
     * @param place of the transfer's seat, or of its way's first one; becomes that of its own
     * @return that seat
     */
    Seat& Take(uint32_t number, const Transfer& transfer, uint32_t& place);

    /**
     * The next transfer may have a seat.
     *
     * @param bytes of the transfer that leaves
     * @param place of the seat; becomes that of the way's first one
     */
    void Leave(uint64_t bytes, uint32_t& place);

    /** Seats hear early, and enter in a calendar what no NIC tells. @param calendar may be null */
    void HearEarly(const std::shared_ptr<UserCalendar>& calendar);

    /** @return whether transfers of a way take turns */
    bool AreShared() const
    {
        return m_sharing == Sharing::TURNS;
    }

    /** @param place of a seat @return the seat */
    Seat& At(uint32_t place)
    {
        return m_seats[place];
    }

    /** @param place of a seat @return the seat */
    const Seat& At(uint32_t place) const
    {
        return m_seats[place];
    }

    /** @return how many there are */
    std::size_t Count() const
    {
        return m_seats.size();
    }

  private:
    static constexpr uint32_t NO_ONE = UINT32_MAX;

    uint32_t Make(const Transfer& transfer, uint32_t way);

    Connector m_connect;
    Sharing m_sharing;
    Listener& m_listener;
    std::shared_ptr<UserCalendar> m_calendar;
    std::deque<Seat> m_seats; //!< first those that each way has, in the order of the ways
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_SEATS_H */
