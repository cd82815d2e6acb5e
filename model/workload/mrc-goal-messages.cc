/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-messages.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace ns3
{
namespace mrc
{

namespace
{

/** Sends in the order of the file, of which the first ones are taken. */
struct Sends
{
    std::vector<uint32_t> places;
    std::size_t next{0};
};

/** Gives each recv a send; an instance is used once. */
class GoalMatcher
{
  public:
    explicit GoalMatcher(const GoalSchedule& schedule)
        : m_schedule(schedule),
          m_isTaken(schedule.operations.size()),
          m_sendOf(schedule.operations.size())
    {
        for (uint32_t i = 0; i < schedule.operations.size(); ++i)
        {
            const GoalOperation& send = schedule.operations[i];
            if (send.kind == GoalKind::SEND)
            {
                // A send stands in two lines: that of its tag, and that for recvs of any tag.
                m_sends[{send.rank, send.peer, send.tag}].places.push_back(i);
                m_sends[{send.rank, send.peer, std::nullopt}].places.push_back(i);
            }
        }
    }

    std::vector<uint32_t> Match()
    {
        for (uint32_t i = 0; i < m_schedule.operations.size(); ++i)
        {
            if (m_schedule.operations[i].kind == GoalKind::RECV)
            {
                m_sendOf[i] = Take(m_schedule.operations[i]);
            }
        }
        for (uint32_t i = 0; i < m_schedule.operations.size(); ++i)
        {
            const GoalOperation& send = m_schedule.operations[i];
            if (send.kind == GoalKind::SEND && !m_isTaken[i])
            {
                Fail(send,
                     "nobody receives the send to rank " + std::to_string(send.peer) + TagOf(send) +
                         "; expected one more recv there");
            }
        }
        return m_sendOf;
    }

  private:
    uint32_t Take(const GoalOperation& recv)
    {
        Sends& sends = m_sends[{recv.peer, recv.rank, recv.tag}];
        // The other line may have given these sends away already.
        while (sends.next < sends.places.size() && m_isTaken[sends.places[sends.next]])
        {
            ++sends.next;
        }
        if (sends.next == sends.places.size())
        {
            Fail(recv,
                 "nobody sends for the recv from rank " + std::to_string(recv.peer) + TagOf(recv) +
                     "; expected one more send there");
        }
        const uint32_t place = sends.places[sends.next];
        const GoalOperation& send = m_schedule.operations[place];
        if (recv.size < send.size)
        {
            Fail(recv,
                 "a recv of " + std::to_string(recv.size) + " bytes for the send in line " +
                     std::to_string(send.at.line) + "; expected its " + std::to_string(send.size) +
                     ", or more");
        }
        m_isTaken[place] = true;
        return place;
    }

    static std::string TagOf(const GoalOperation& operation)
    {
        return operation.tag ? ", tag " + std::to_string(*operation.tag) : ", any tag";
    }

    [[noreturn]] void Fail(const GoalOperation& operation, const std::string& message) const
    {
        throw ParseError(m_schedule.name, operation.at, message);
    }

    const GoalSchedule& m_schedule;
    std::vector<bool> m_isTaken; //!< by place of a send
    std::vector<uint32_t> m_sendOf;
    /** By source, destination and tag; without a tag all of them. */
    std::map<std::tuple<uint32_t, uint32_t, std::optional<uint32_t>>, Sends> m_sends;
};

} // namespace

std::vector<uint32_t>
SendsOf(const GoalSchedule& schedule)
{
    return GoalMatcher(schedule).Match();
}

} // namespace mrc
} // namespace ns3
