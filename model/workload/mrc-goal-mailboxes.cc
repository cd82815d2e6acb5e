/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-mailboxes.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the tag as the key of a line of messages; a receive without one takes any */
uint64_t
TagKeyOf(const GoalOperation& operation)
{
    return operation.tag ? uint64_t{*operation.tag} : GoalTagLine::ANY;
}

std::string
TagOf(const GoalOperation& operation)
{
    return operation.tag ? ", tag " + std::to_string(*operation.tag) : ", any tag";
}

} // namespace

GoalMailboxes::GoalMailboxes(const std::string& name, uint64_t most)
    : m_name(name),
      m_most(most)
{
}

uint32_t
GoalMailboxes::NewMessage(const GoalOperation& operation)
{
    // Messages that are done leave their place to new ones, so memory follows those that are open.
    if (m_free.empty())
    {
        m_free.push_back(static_cast<uint32_t>(m_messages.size()));
        m_messages.emplace_back();
    }
    const uint32_t message = m_free.back();
    m_free.pop_back();
    m_messages[message] = Message();
    m_messages[message].first = operation;
    return message;
}

/**
 * Sends and recvs between two ranks meet in one box, in their order and by tag, as MPI matches
 * messages. The later of the two finds the earlier one.
 */
void
GoalMailboxes::Add(const GoalOperation& operation, uint32_t place)
{
    const bool isSend = operation.kind == GoalKind::SEND;
    const auto ends = isSend ? std::make_pair(operation.rank, operation.peer)
                             : std::make_pair(operation.peer, operation.rank);
    Box& box = m_boxes[ends];
    const std::optional<uint32_t> found = TakeOther(box, operation);
    const uint32_t message = found ? *found : NewMessage(operation);
    Message& joined = m_messages[message];
    (isSend ? joined.send : joined.recv) = GoalPlace{operation.rank, place};
    // Both operations of a message find it by their own places.
    m_messageOf[KeyOf({operation.rank, place})] = message;
    if (!found)
    {
        (isSend ? box.sends : box.recvs).Add(TagKeyOf(operation), message);
        return;
    }
    Join(joined, isSend ? operation : joined.first, isSend ? joined.first : operation);
    // A box is made again when it is needed: a run has more pairs of ranks than messages under way.
    if (box.sends.All().empty() && box.recvs.All().empty())
    {
        m_boxes.erase(ends);
    }
}

/** @return the message that lacks an operation: the first that wants it, or that it wants */
std::optional<uint32_t>
GoalMailboxes::TakeOther(Box& box, const GoalOperation& operation)
{
    const uint64_t tag = TagKeyOf(operation);
    if (operation.kind == GoalKind::SEND)
    {
        // A recv with any tag may stand above one with this tag: the one that came first gets the
        // send.
        return box.recvs.TakeFirst(tag, GoalTagLine::ANY);
    }
    return operation.tag ? box.sends.TakeFirst(tag) : box.sends.TakeFirst();
}

void
GoalMailboxes::Join(Message& message, const GoalOperation& send, const GoalOperation& recv) const
{
    if (recv.size < send.size)
    {
        throw ParseError(m_name,
                         recv.at,
                         "a recv of " + std::to_string(recv.size) + " bytes for the send in line " +
                             std::to_string(send.at.line) + "; expected its " +
                             std::to_string(send.size) + ", or more");
    }
    message.first = send;
}

bool
GoalMailboxes::IsTaken(const GoalPlace& send) const
{
    const auto found = m_messageOf.find(KeyOf(send));
    // Those that are done are forgotten.
    return found == m_messageOf.end() || m_messages[found->second].recv.has_value();
}

std::optional<GoalPlace>
GoalMailboxes::Arrived(const GoalPlace& send)
{
    const uint32_t message = m_messageOf.at(KeyOf(send));
    Message& one = m_messages[message];
    one.hasArrived = true;
    // Each such message waits in memory, so a schedule that piles them up is refused.
    m_early += !one.hasStarted;
    if (m_early > m_most)
    {
        throw ParseError(m_name,
                         one.first.at,
                         "more than " + std::to_string(m_most) +
                             " sends are there before their recvs start, with this one; expected "
                             "fewer");
    }
    const std::optional<GoalPlace> recv = one.recv;
    return IsDone(message) ? recv : std::nullopt;
}

bool
GoalMailboxes::Started(const GoalPlace& recv)
{
    const uint32_t message = m_messageOf.at(KeyOf(recv));
    // The message may have arrived before; else Arrived completes it.
    m_messages[message].hasStarted = true;
    m_early -= m_messages[message].hasArrived;
    return IsDone(message);
}

/** Forgets a message that is done. */
bool
GoalMailboxes::IsDone(uint32_t message)
{
    const Message& one = m_messages[message];
    const bool isDone = one.send && one.recv && one.hasArrived && one.hasStarted;
    if (isDone)
    {
        m_messageOf.erase(KeyOf(*one.send));
        m_messageOf.erase(KeyOf(*one.recv));
        m_free.push_back(message);
    }
    return isDone;
}

void
GoalMailboxes::CheckAllAreTaken() const
{
    const GoalOperation* first = nullptr;
    for (const auto& [ends, box] : m_boxes)
    {
        for (const GoalTagLine* line : {&box.sends, &box.recvs})
        {
            for (const auto& [place, message] : line->All())
            {
                const GoalOperation& one = m_messages[message].first;
                // Recvs first, as they keep others from starting; of equal ones the first line.
                const bool isBefore =
                    first == nullptr || (one.kind != first->kind ? one.kind == GoalKind::RECV
                                                                 : one.at.line < first->at.line);
                first = isBefore ? &one : first;
            }
        }
    }
    if (first != nullptr)
    {
        const std::string peer = std::to_string(first->peer) + TagOf(*first);
        throw ParseError(
            m_name,
            first->at,
            first->kind == GoalKind::RECV
                ? "nobody sends for the recv from rank " + peer + "; expected one more send there"
                : "nobody receives the send to rank " + peer + "; expected one more recv there");
    }
}

} // namespace mrc
} // namespace ns3
