/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The GoogleTests as a suite, for trees of ns-3, where test.py knows nothing else.

#include "ns3/test.h"

#include <array>
#include <cstdio>
#include <iostream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

#ifdef MRC_UNIT_TESTS

/** Runs the programme of the GoogleTests; each test that fails is a failure of this case. */
class GoogleTestsTestCase : public TestCase
{
  public:
    GoogleTestsTestCase()
        : TestCase("GoogleTests of " MRC_UNIT_TESTS)
    {
    }

  private:
    void DoRun() override
    {
        FILE* const output = popen(MRC_UNIT_TESTS " --gtest_color=no", "r");
        NS_TEST_ASSERT_MSG_NE((output == nullptr), true, "the programme could not be started");
        std::array<char, 4096> line{};
        std::string last;
        while (fgets(line.data(), line.size(), output) != nullptr)
        {
            const std::string text = line.data();
            const bool failed = text.rfind("[  FAILED  ]", 0) == 0;
            NS_TEST_EXPECT_MSG_EQ((failed && text.find("ms)") != std::string::npos), false, text);
            last = text.rfind("[  PASSED  ]", 0) == 0 ? text : last;
        }
        const int status = pclose(output); // the macro would evaluate a call twice
        NS_TEST_EXPECT_MSG_EQ(status, 0, "the programme did not end well");
        NS_TEST_EXPECT_MSG_EQ(last.empty(), false, "no test was run");
    }
};

#else

/** Says that there is nothing to run. */
class GoogleTestsTestCase : public TestCase
{
  public:
    GoogleTestsTestCase()
        : TestCase("GoogleTests: left out, GoogleTest was not found")
    {
    }

  private:
    void DoRun() override
    {
        std::clog << "mrc-unit: GoogleTest was not found when this was configured, so nothing was "
                     "run; install it (libgtest-dev) and configure again\n";
    }
};

#endif

/** The suite of the GoogleTests. */
class UnitTestSuite : public TestSuite
{
  public:
    UnitTestSuite()
        : TestSuite("mrc-unit", TestSuite::Type::UNIT)
    {
        AddTestCase(new GoogleTestsTestCase);
    }
};

UnitTestSuite g_unitTestSuite; //!< registers the suite

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
