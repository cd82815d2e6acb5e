/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_CASES_H
#define MRC_TEST_CASES_H

#include "ns3/test.h"

#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/**
 * Test cases that stand in files of their own: mrc-SUITE-TOPIC-cases.cc has those of one topic.
 *
 * @return new ones, for the suite to own
 * @{
 */
std::vector<TestCase*> CaptureTextCases();
std::vector<TestCase*> ConfigTypeCases();
std::vector<TestCase*> FabricBufferCases();
std::vector<TestCase*> FabricLockstepCases();
std::vector<TestCase*> FabricQueueCases();
std::vector<TestCase*> FaultNetworkCases();
std::vector<TestCase*> FlowMonitorLifeCases();
std::vector<TestCase*> KernelTickCases();
std::vector<TestCase*> VerbsSignalCases();
std::vector<TestCase*> WorkloadPodsCases();
std::vector<TestCase*> WorkloadSignalCases();
std::vector<TestCase*> WorkloadTroubleCases();
/** @} */

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_CASES_H */
