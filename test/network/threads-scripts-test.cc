/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Scripts with sinks and events that do what was drawn: on several threads they see what they see
// on one.

#include "../mrc-sanitized.h"
#include "../mrc-thrown-text.h"
#include "threads-crowd.h"

#include "ns3/mrc-denylist.h"
#include "ns3/mrc-hash.h"
#include "ns3/mrc-qp-attributes.h"
#include "ns3/mrc-run-summary.h"

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

constexpr uint32_t SCRIPT_NICS = 12;
constexpr uint32_t SCRIPT_PLANES = 2;
constexpr uint32_t SCRIPT_T1S = 2;

/** A drawn script on a network of 12 NICs, some parts of which fail for ever. */
class DrawnScript
{
  public:
    DrawnScript(uint64_t seed, uint32_t threads)
        : m_draws(seed),
          m_crowd(SmallFabric(SCRIPT_NICS, SCRIPT_PLANES, 3, SCRIPT_T1S),
                  threads,
                  [this](FabricHelper& helper) { Configure(helper); })
    {
        for (uint32_t i = 0; i < 10; ++i)
        {
            Connect(m_draws.Child(100 + i));
            m_pairs.back()->Write(m_draws.Below(60000, 10 + i));
            m_pairs.back()->Write(0);
        }
        for (uint32_t i = 0; i < 3; ++i)
        {
            m_crowd.network->ScheduleFaults(Fault(m_draws.Child(200 + i)));
            const KeyedDraws draws = m_draws.Child(300 + i);
            const auto act = [this, draws] { Act(draws, m_pairs.front()); };
            Simulator::Schedule(NanoSeconds(draws.Below(90000, 99)), act);
        }
        Simulator::Schedule(MilliSeconds(2), [this] {
            m_left = 0;
            Simulator::Stop();
        });
    }

    /** @return what is told: runs on behind errors and stops */
    std::string Run()
    {
        for (bool goesOn = true; goesOn;)
        {
            Note(ThrownText<std::invalid_argument>([] { Simulator::Run(); }));
            RunSummary summary; // with the marks of all that has left [marks-so-far]
            summary.AddNetwork(*m_crowd.network);
            summary.Print(m_crowd.told);
            goesOn = m_left != 0;
        }
        return m_crowd.told.str();
    }

    /** @return how often the script has thrown */
    uint32_t Errors() const
    {
        return m_errors;
    }

  private:
    void Configure(FabricHelper& helper) const
    {
        const char* const host[] = {"300ns", "1us", "4450ns", "20us"};
        helper.SetFabricAttribute("HostDelay", StringValue(host[m_draws.Below(4, 0)]));
        helper.SetFabricAttribute("DenylistDelay", StringValue("3us"));
        const char* const noPort[] = {"0ns", "1us", "30us", "1ms"};
        helper.SetQpAttribute("NoPortTimeout", StringValue(noPort[m_draws.Below(4, 1)]));
        helper.SetQpAttribute("LinearRetries", UintegerValue(1));
        helper.SetQpAttribute("ExponentialRetries", UintegerValue(m_draws.Below(3, 2)));
        helper.SetQpAttribute("AckTimeoutExponent", UintegerValue(5));
        helper.SetEvAttribute("ProbeStart", StringValue("10us"));
    }

    void Note(const std::string& text)
    {
        m_crowd.told << text << " at " << Simulator::Now().GetTimeStep() << '\n';
    }

    void Connect(const KeyedDraws& draws)
    {
        const uint32_t from = draws.Below(SCRIPT_NICS, 0);
        m_pairs.push_back(
            m_crowd.network->Connect(from,
                                     (from + 1 + draws.Below(SCRIPT_NICS - 1, 1)) % SCRIPT_NICS));
        const auto hear = [this, own = PeekPointer(m_pairs.back()), draws](const Completion& end) {
            m_crowd.told << draws.Below(1000, 2) << ' ' << end.id << ' '
                         << static_cast<int>(end.status) << ' ' << end.at.Ps() << '\n';
            Act(draws.Child(end.id), own);
        };
        m_pairs.back()->TraceConnectWithoutContext("Completed",
                                                   CallbackOf<const Completion&>(hear));
    }

    /** @return a fault that begins soon, and may last */
    static std::string Fault(const KeyedDraws& draws)
    {
        const char* const ways[] = {"port:", "port-up:", "port-down:", "nic:"};
        const char* const effects[] = {"", "", "/silent", "/loss=100%"};
        const uint32_t way = draws.Below(4, 20);
        const int64_t begin = Simulator::Now().GetTimeStep() + 1 + draws.Below(30000, 21);
        std::ostringstream fault;
        fault << ways[way] << draws.Below(SCRIPT_NICS, 22);
        fault << (way == 3 ? "" : "." + std::to_string(draws.Below(SCRIPT_PLANES, 23)));
        fault << effects[draws.Below(4, 24)] << '@' << begin << "ns";
        fault << (draws.Below(2, 25) == 0 ? "" : ".." + std::to_string(begin + 40000) + "ns");
        return fault.str();
    }

    /** Does something that depends on the draws alone. */
    void Act(const KeyedDraws& draws, const Ptr<Qp>& own)
    {
        if (m_left == 0)
        {
            return;
        }
        --m_left;
        const Ptr<Qp> other = m_pairs[draws.Below(static_cast<uint32_t>(m_pairs.size()), 3)];
        const uint32_t sizes[] = {0, 0, 5000, 20000, 100000};
        const uint32_t bytes = sizes[draws.Below(5, 4)];
        const uint32_t t1 = draws.Below(SCRIPT_T1S, 5);
        const std::vector<std::function<void()>> acts{
            [&] { own->Write(bytes); },
            [&] { other->Write(bytes); },
            [&] {
                const auto later = [this, draws, own] { Act(draws.Child(1), own); };
                Simulator::Schedule(NanoSeconds(draws.Below(2, 6) * draws.Below(5000, 7)), later);
            },
            [&] { Note("fingerprint " + std::to_string(m_crowd.network->Fingerprint())); },
            [&] { Simulator::Stop(NanoSeconds(draws.Below(2, 6) * draws.Below(2000, 7))); },
            [&] { Simulator::Stop(); },
            [&] {
                Connect(draws.Child(2));
                m_pairs.back()->Write(bytes);
            },
            [&] { m_crowd.network->ScheduleFaults(Fault(draws)); },
            [&] { m_crowd.network->GetDenylist().Deny(0, t1); },
            [&] { m_crowd.network->GetDenylist().Allow(0, t1); },
            [&] {
                QpAttributes attributes;
                attributes.state = QpState::ERR;
                other->Modify(attributes);
            },
            [&] {
                ++m_errors;
                throw std::invalid_argument("of a script");
            },
        };
        acts[draws.Below(static_cast<uint32_t>(acts.size()), 8)]();
        if (draws.Below(2, 9) == 0)
        {
            Act(draws.Child(3), other);
        }
    }

    KeyedDraws m_draws;
    Crowd m_crowd;
    std::vector<Ptr<Qp>> m_pairs;
    uint32_t m_left{120}; //!< acts; 0: the script is over
    uint32_t m_errors{0};
};

/** @return what a script is told on so many threads. @param errors counts those it has thrown */
std::string
ToldTo(uint64_t seed, uint32_t threads, uint32_t& errors)
{
    DrawnScript script(seed, threads);
    const std::string told = script.Run();
    errors += script.Errors();
    return told;
}

// Clauses: [several-threads]
TEST(ThreadsScripts, SeeWhatTheySeeOnOneThread)
{
    uint32_t errors = 0;
    const uint64_t last = Times(40, 3);
    for (uint64_t seed = 1; seed <= last; ++seed)
    {
        const std::string one = ToldTo(seed, 1, errors);
        const uint32_t threads = std::vector<uint32_t>{2, 3, 5}[seed % 3];
        EXPECT_TRUE(ToldTo(seed, threads, errors) == one) << threads << " threads, seed " << seed;
    }
    EXPECT_GT(errors, 2 * last);
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
