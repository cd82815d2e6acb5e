/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/test.h"

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/**
 * Has all suites of the program audit their networks; in trees of ns-3 nothing else asks. From 3.42
 * on ns-3 resets all values before each case. There test::Audited asks alone.
 */
const bool g_asksForAudits = GlobalValue::BindFailSafe("MrcAudit", BooleanValue(true));

/** Says whether this release of ns-3 keeps what is bound before the cases. */
GlobalValue g_isKept("MrcAuditTestIsKept",
                     "Whether values that are bound before a test case hold in the case",
                     BooleanValue(false),
                     MakeBooleanChecker());
const bool g_bindsIt = GlobalValue::BindFailSafe("MrcAuditTestIsKept", BooleanValue(true));

/** The books of networks of all suites are compared. */
// Clauses: [frames-conserved]
class AuditIsOnTestCase : public TestCase
{
  public:
    AuditIsOnTestCase()
        : TestCase("each network of the suites checks that no frame was made or lost")
    {
    }

  private:
    void DoRun() override
    {
        BooleanValue audit;
        NS_TEST_ASSERT_MSG_EQ(g_asksForAudits, true, "the global value is there");
        NS_TEST_ASSERT_MSG_EQ(GlobalValue::GetValueByNameFailSafe("MrcAudit", audit), true, "too");
        BooleanValue kept;
        NS_TEST_ASSERT_MSG_EQ(g_bindsIt, true, "its value is there");
        g_isKept.GetValue(kept);
        NS_TEST_EXPECT_MSG_EQ(audit.Get(), kept.Get(), "the audit is on where that lasts");
    }
};

/** The suite of audits. */
class AuditTestSuite : public TestSuite
{
  public:
    AuditTestSuite()
        : TestSuite("mrc-audit", TestSuite::Type::UNIT)
    {
        AddTestCase(new AuditIsOnTestCase);
    }
};

AuditTestSuite g_auditTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
