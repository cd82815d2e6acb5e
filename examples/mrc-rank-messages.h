/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Messages that are matched by tags, as communication libraries have them, over queue pairs.

#ifndef MRC_RANK_MESSAGES_H
#define MRC_RANK_MESSAGES_H

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

/** Messages with tags between the NICs of a network; rank r has NIC r. */
class RankMessages
{
  public:
    using Told = std::function<void()>;

    /** @param network outlives this, with the queue pairs that this makes */
    explicit RankMessages(ns3::Ptr<ns3::mrc::Network> network)
        : m_network(network)
    {
    }

    /** Sends bytes. @param sent is called once the sender knows that they are there */
    void Send(uint32_t from, uint32_t to, uint32_t tag, uint64_t bytes, const Told& sent)
    {
        constexpr uint64_t LONGEST = 1U << 31; // of a Write
        Way& way = WayOf(from, to);
        uint64_t left = bytes;
        do
        {
            const uint64_t now = std::min(left, LONGEST);
            left -= now;
            way.qp->WriteWithImmediate(now, tag);
            way.sent.push_back(left == 0 ? sent : [] {});
        } while (left != 0);
    }

    /** Waits for so many bytes of a tag, in the order of these calls. @param there is called then
     */
    void Receive(uint32_t at, uint32_t from, uint32_t tag, uint64_t bytes, const Told& there)
    {
        Mailbox& mailbox = m_mailboxes[{from, at, tag}];
        mailbox.waiting.emplace_back(bytes, there);
        // Not from within the call: the caller has not returned yet.
        ns3::Simulator::ScheduleNow([&mailbox] { Serve(mailbox); });
    }

  private:
    /** Messages of a tag from one rank to another. */
    struct Mailbox
    {
        uint64_t bytes{0}; //!< that nobody has taken
        std::deque<std::pair<uint64_t, Told>> waiting;
    };

    /** A queue pair, and the calls that tell of its Writes. */
    struct Way
    {
        void Sent(const ns3::mrc::Completion& completion)
        {
            if (completion.status != ns3::mrc::CompletionStatus::SUCCESS)
            {
                throw std::runtime_error("a message to rank " + std::to_string(to) +
                                         " failed; expected a way to there");
            }
            const Told told = sent.front();
            sent.pop_front();
            told();
        }

        void Arrived(const ns3::mrc::WorkCompletion&)
        {
            for (const ns3::mrc::WorkCompletion& one : received->Poll(1))
            {
                Mailbox& mailbox = owner->m_mailboxes[{from, to, one.immediate}];
                mailbox.bytes += one.byteLength;
                Serve(mailbox);
            }
        }

        RankMessages* owner;
        uint32_t from;
        uint32_t to;
        ns3::Ptr<ns3::mrc::Qp> qp;
        ns3::Ptr<ns3::mrc::CompletionQueue> received;
        std::deque<Told> sent;
    };

    static void Serve(Mailbox& mailbox)
    {
        while (!mailbox.waiting.empty() && mailbox.waiting.front().first <= mailbox.bytes)
        {
            const auto [bytes, there] = mailbox.waiting.front();
            mailbox.bytes -= bytes;
            mailbox.waiting.pop_front();
            there();
        }
    }

    Way& WayOf(uint32_t from, uint32_t to)
    {
        Way& way = m_ways[{from, to}]; // keeps its address
        if (!way.qp)
        {
            way.owner = this;
            way.from = from;
            way.to = to;
            way.qp = m_network->Connect(from, to);
            way.received = ns3::CreateObject<ns3::mrc::CompletionQueue>();
            way.qp->TraceConnectWithoutContext("Completed", ns3::MakeCallback(&Way::Sent, &way));
            way.received->TraceConnectWithoutContext("Added",
                                                     ns3::MakeCallback(&Way::Arrived, &way));
            way.qp->Peer()->SetCompletionQueues(nullptr, way.received);
        }
        return way;
    }

    ns3::Ptr<ns3::mrc::Network> m_network;
    std::map<std::pair<uint32_t, uint32_t>, Way> m_ways;
    std::map<std::tuple<uint32_t, uint32_t, uint32_t>, Mailbox> m_mailboxes;
};

#endif /* MRC_RANK_MESSAGES_H */
