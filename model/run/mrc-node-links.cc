/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-node-links.h"

#include "ns3/event-id.h"
#include "ns3/mrc-tick.h"
#include "ns3/mrc-user-calendar.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the shortest time of ns-3 that is not below a length */
Time
TimeNotBelow(Span length)
{
    const Time floor = ToTime(length);
    return ToSpan(floor) < length ? floor + TimeStep(1) : floor;
}

} // namespace

/** One transfer's way inside a node, or a GPU's work. */
class NodeLinks::Way : public Requestor
{
  public:
    Way(NodeLinks& links, const Transfer& transfer)
        : m_links(links),
          m_source(transfer.source),
          m_isWork(transfer.source == transfer.destination),
          m_cpu(transfer.cpu)
    {
    }

    ~Way() override
    {
        m_beginning.Cancel();
        m_end.Cancel();
        if (m_links.m_calendar)
        {
            m_links.m_calendar->Forget(this);
        }
    }

    uint64_t Write(uint64_t bytes) override
    {
        m_bytes = bytes;
        m_begin = Now();
        if (m_isWork)
        {
            m_length = Nanos(static_cast<int64_t>(bytes));
            Occupy();
        }
        else
        {
            m_length = m_links.m_times.Send(m_source, bytes, m_begin) - m_begin;
        }
        // Also without length: the caller has more to post before a completion.
        // The end is an event: a completion inside Write would come before its caller knows the id.
        const Span left = m_begin + m_length - Now();
        ++m_posted;
        Foretell(left);
        Schedule(left, &Way::End, m_end);
        return m_posted;
    }

    void Use(std::shared_ptr<UserCalendar> calendar) override
    {
        m_links.m_calendar = std::move(calendar); // all ways are one workload's
    }

    Instant Now() const override
    {
        return ToInstant(Simulator::Now());
    }

    const QueuePairCounters& Counters() const override
    {
        return m_links.m_none;
    }

    /** Bytes arrive as time goes by: long work must not look like a stall. */
    const QueuePairCounters& PeerCounters() const override
    {
        QueuePairCounters& peer = m_links.m_peer;
        peer.placedBytes = m_placed;
        // Between begin and end bytes grow evenly.
        if (m_bytes != 0 && m_length > Span() && Now() > m_begin)
        {
            const auto part =
                static_cast<double>((Now() - m_begin).Ps()) / static_cast<double>(m_length.Ps());
            const double whole = static_cast<double>(m_bytes);
            peer.placedBytes += static_cast<uint64_t>(whole * std::min(part, 1.0));
        }
        return peer;
    }

    void Tell(RequestorListener& listener) override
    {
        m_listeners.push_back(&listener);
    }

    void Forget(RequestorListener& listener) override
    {
        m_listeners.erase(std::remove(m_listeners.begin(), m_listeners.end(), &listener),
                          m_listeners.end());
    }

  private:
    /** Waits for the processor, if the work is that of one. */
    void Occupy()
    {
        if (m_cpu)
        {
            // The processor is busy: the work begins when those before it are done.
            m_begin = m_links.m_times.Occupy(m_source, *m_cpu, m_length, m_begin);
            Schedule(m_begin - Now(), &Way::Deliver, m_beginning);
        }
    }

    /** @param delay from now on @param method is called then @param[out] event that calls it */
    void Schedule(Span delay, void (Way::*method)(), EventId& event)
    {
        const Time ticks = TimeNotBelow(delay);
        const Instant at = ToInstant(Simulator::Now() + ticks);
        UserCalendar* calendar = m_links.m_calendar.get();
        if (calendar == nullptr || calendar->IsForOrdinary(at))
        {
            event = Simulator::Schedule(ticks, method, this);
            return;
        }
        calendar->Enter(at, this, [this, method] { (this->*method)(); });
    }

    /** Listeners hear early where nobody stops for them. @param left until the end */
    void Foretell(Span left)
    {
        if (!m_links.m_calendar)
        {
            return;
        }
        Completion coming = Whole();
        coming.at = ToInstant(Simulator::Now() + TimeNotBelow(left));
        const std::vector<RequestorListener*> listeners = m_listeners;
        for (RequestorListener* listener : listeners)
        {
            listener->Ending(coming);
        }
    }

    Completion Whole() const
    {
        Completion completion;
        completion.id = m_posted;
        completion.at = Now();
        completion.length = static_cast<uint32_t>(m_bytes);
        return completion;
    }

    void Deliver()
    {
        Delivery delivery;
        delivery.length = static_cast<uint32_t>(m_bytes);
        delivery.at = Now();
        // A listener may forget itself: a copy is walked.
        const std::vector<RequestorListener*> listeners = m_listeners;
        for (RequestorListener* listener : listeners)
        {
            listener->Delivered(delivery);
        }
    }

    void End()
    {
        if (!m_cpu) // otherwise told when the work began
        {
            Deliver();
        }
        m_placed += m_bytes;
        const Completion completion = Whole();
        m_bytes = 0;
        const std::vector<RequestorListener*> listeners = m_listeners;
        for (RequestorListener* listener : listeners)
        {
            listener->Completed(completion);
        }
    }

    NodeLinks& m_links;
    uint32_t m_source;
    bool m_isWork;
    std::optional<uint8_t> m_cpu; //!< that does the work alone
    std::vector<RequestorListener*> m_listeners;
    EventId m_beginning; //!< of work that a processor does
    EventId m_end;
    Instant m_begin;
    Span m_length;
    uint64_t m_bytes{0};  //!< of the Write under way
    uint64_t m_placed{0}; //!< of those before
    uint64_t m_posted{0};
};

NodeLinks::NodeLinks(const NodeModel& node)
    : m_times(node)
{
}

NodeLinks::~NodeLinks() = default;

Requestor&
NodeLinks::Connect(const Transfer& transfer)
{
    m_ways.push_back(std::make_unique<Way>(*this, transfer));
    return *m_ways.back();
}

} // namespace mrc
} // namespace ns3
