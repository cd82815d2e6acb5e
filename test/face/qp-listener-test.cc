/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Workloads and scripts hear of a queue pair in the order in which they came.

#include "../mrc-callback-of.h"
#include "../mrc-test-network.h"

#include "ns3/mrc-requestor.h"
#include "ns3/simulator.h"

#include <functional>
#include <gtest/gtest.h>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

/** Writes its name when it hears of a completion. */
class NamedListener : public RequestorListener
{
  public:
    NamedListener(std::string& heard, char name)
        : m_heard(heard),
          m_name(name)
    {
    }

    void Completed(const Completion&) override
    {
        m_heard += m_name;
        if (onCompletion)
        {
            onCompletion();
        }
    }

    void Delivered(const Delivery&) override
    {
        m_heard += static_cast<char>(m_name - 'A' + 'a');
    }

    std::function<void()> onCompletion; //!< what else it does

  private:
    std::string& m_heard;
    char m_name;
};

/** A queue pair and its hearers. */
struct ListenerRig
{
    ListenerRig()
        : network(test::MakeNetwork()),
          qp(network->Connect(0, 1)),
          ends(*qp)
    {
    }

    ~ListenerRig()
    {
        Simulator::Destroy();
    }

    void AddSink()
    {
        qp->TraceConnectWithoutContext(
            "Completed",
            test::CallbackOf<const Completion&>([this](const Completion&) { heard += '.'; }));
        qp->TraceConnectWithoutContext(
            "Delivered",
            test::CallbackOf<const Delivery&>([this](const Delivery&) { heard += ','; }));
    }

    std::string Run()
    {
        heard.clear();
        ends.Write(4096);
        Simulator::Run();
        return heard;
    }

    Ptr<Network> network;
    Ptr<Qp> qp;
    Requestor& ends;
    std::string heard;
    NamedListener first{heard, 'A'};
    NamedListener second{heard, 'B'};
};

TEST(QpListener, HearsInTheOrderInWhichHearersCame)
{
    ListenerRig rig;
    rig.ends.Tell(rig.first);
    rig.AddSink();
    rig.ends.Tell(rig.second);
    EXPECT_EQ(rig.Run(), "a,bA.B");
    rig.ends.Forget(rig.first);
    EXPECT_EQ(rig.Run(), ",b.B");
    rig.ends.Tell(rig.first); // comes back, and is the last
    EXPECT_EQ(rig.Run(), ",ba.BA");
}

TEST(QpListener, HearsBehindASinkThatWasThere)
{
    ListenerRig rig;
    rig.AddSink();
    rig.ends.Tell(rig.first);
    rig.ends.Tell(rig.second);
    EXPECT_EQ(rig.Run(), ",ab.AB");
    rig.ends.Forget(rig.first);
    EXPECT_EQ(rig.Run(), ",b.B");
    rig.ends.Forget(rig.second);
    EXPECT_EQ(rig.Run(), ",.");
}

TEST(QpListener, MayGoWhileItIsTold)
{
    ListenerRig rig;
    NamedListener third(rig.heard, 'C');
    for (NamedListener* listener : {&rig.first, &rig.second, &third})
    {
        rig.ends.Tell(*listener);
        listener->onCompletion = [&rig, listener] { rig.ends.Forget(*listener); };
    }
    EXPECT_EQ(rig.Run(), "abcABC");
    EXPECT_EQ(rig.Run(), "");
    third.onCompletion = nullptr;
    rig.AddSink();
    rig.ends.Tell(third);
    EXPECT_EQ(rig.Run(), ",c.C");
}

TEST(QpListener, MayGoAndComeAgainWhileItIsTold)
{
    ListenerRig rig;
    rig.ends.Tell(rig.first);
    rig.ends.Tell(rig.second);
    rig.second.onCompletion = [&rig] {
        rig.ends.Forget(rig.second);
        rig.ends.Tell(rig.second);
    };
    EXPECT_EQ(rig.Run(), "abAB");
    EXPECT_EQ(rig.Run(), "abAB") << "once for each event";
}

TEST(QpListener, ComesBehindOthersAlsoWhereOneHasJustGone)
{
    ListenerRig rig;
    NamedListener third(rig.heard, 'C');
    NamedListener fourth(rig.heard, 'D');
    rig.ends.Tell(rig.first);
    rig.ends.Tell(rig.second);
    rig.ends.Tell(third);
    rig.second.onCompletion = [&] {
        rig.ends.Forget(rig.second);
        rig.ends.Tell(fourth);
    };
    rig.Run();
    EXPECT_EQ(rig.Run(), "acdACD");
}

TEST(QpListener, MayTakeAnotherAwayThatIsStillToBeTold)
{
    ListenerRig rig;
    NamedListener third(rig.heard, 'C');
    rig.ends.Tell(rig.first);
    rig.ends.Tell(rig.second);
    rig.ends.Tell(third);
    rig.second.onCompletion = [&] { rig.ends.Forget(third); };
    EXPECT_EQ(rig.Run(), "abcAB");
    EXPECT_EQ(rig.Run(), "abAB");
}

} // namespace
} // namespace mrc
} // namespace ns3
