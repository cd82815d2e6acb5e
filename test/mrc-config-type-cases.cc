/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The TypeIds of the module.

#include "mrc-test-cases.h"
#include "mrc-trace-signatures.h"

#include "ns3/object-ptr-container.h"
#include "ns3/pointer.h"

#include <map>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** A queue and the profile describe a common attribute once: same range and help. */
class SharedRowsTestCase : public TestCase
{
  public:
    SharedRowsTestCase()
        : TestCase("PortQueue takes range and help from FabricProfile")
    {
    }

  private:
    void DoRun() override
    {
        const TypeId queue = TypeId::LookupByName("ns3::mrc::PortQueue");
        const TypeId profile = TypeId::LookupByName("ns3::mrc::FabricProfile");
        for (const char* name :
             {"EcnProbability", "Trimming", "RetxFirst", "TrimVictim", "TrimSize"})
        {
            TypeId::AttributeInformation own;
            TypeId::AttributeInformation shared;
            NS_TEST_ASSERT_MSG_EQ(queue.LookupAttributeByName(name, &own), true, name);
            NS_TEST_ASSERT_MSG_EQ(profile.LookupAttributeByName(name, &shared), true, name);
            NS_TEST_EXPECT_MSG_EQ(own.help, shared.help, name);
            NS_TEST_EXPECT_MSG_EQ(own.checker, shared.checker, name);
        }
    }
};

/** The TypeIds of the module keep ns-3's rules for TypeIds. */
class TypeIdTestCase : public TestCase
{
  public:
    TypeIdTestCase()
        : TestCase("TypeIds resolve, explain themselves and have valid initial values")
    {
    }

  private:
    void CheckAttributes(TypeId tid)
    {
        for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            const TypeId::AttributeInformation info = tid.GetAttribute(i);
            const std::string name = tid.GetAttributeFullName(i);
            NS_TEST_EXPECT_MSG_GT(info.help.size(), 10, name);
            const bool isPointer =
                dynamic_cast<const PointerChecker*>(PeekPointer(info.checker)) != nullptr ||
                dynamic_cast<const ObjectPtrContainerChecker*>(PeekPointer(info.checker)) !=
                    nullptr;
            NS_TEST_EXPECT_MSG_EQ((isPointer || info.checker->Check(*info.originalInitialValue)),
                                  true,
                                  name << " begins in its range");
        }
    }

    void CheckTraces(TypeId tid)
    {
        // The type behind each name is compiled here, so that it exists.
        const std::map<std::string, std::string> signatures = TraceSignatures();
        for (std::size_t i = 0; i < tid.GetTraceSourceN(); ++i)
        {
            const TypeId::TraceSourceInformation info = tid.GetTraceSource(i);
            NS_TEST_EXPECT_MSG_GT(info.help.size(), 10, tid.GetName() << " " << info.name);
            NS_TEST_EXPECT_MSG_EQ(signatures.count(info.callback), 1, info.callback << " exists");
        }
    }

    void DoRun() override
    {
        uint32_t count = 0;
        for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
        {
            const TypeId tid = TypeId::GetRegistered(i);
            if (tid.GetName().rfind("ns3::mrc::", 0) != 0 ||
                tid.GetName().rfind("ns3::mrc::test::", 0) == 0)
            {
                continue;
            }
            ++count;
            NS_TEST_EXPECT_MSG_EQ(tid.GetGroupName(), "Mrc", tid.GetName());
            TypeId found;
            NS_TEST_EXPECT_MSG_EQ(TypeId::LookupByNameFailSafe(tid.GetName(), &found),
                                  true,
                                  tid.GetName());
            NS_TEST_EXPECT_MSG_EQ((found == tid), true, tid.GetName());
            NS_TEST_EXPECT_MSG_EQ(tid.HasParent(), true, tid.GetName());
            CheckAttributes(tid);
            CheckTraces(tid);
        }
        NS_TEST_EXPECT_MSG_GT_OR_EQ(count, 13, "all are registered");
    }
};

} // namespace

std::vector<TestCase*>
ConfigTypeCases()
{
    return {new TypeIdTestCase, new SharedRowsTestCase};
}

} // namespace test
} // namespace mrc
} // namespace ns3
