/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_BAD_INPUT_H
#define MRC_TEST_BAD_INPUT_H

#include "../mrc-test-topology.h"
#include "../mrc-thrown-text.h"

#include "ns3/mrc-fabric-helper.h"

#include <functional>
#include <gtest/gtest.h>
#include <regex>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** @return the fabric that all cases build on: 8 NICs, two planes */
inline TopologySpec
Spec()
{
    TopologySpec spec = SmallFabric(8, 4, 2, 2);
    spec.name = "test";
    return spec;
}

/** The change that a case makes to a helper before installing. */
using Change = std::function<void(FabricHelper&)>;

/** @return a network of that fabric */
inline Ptr<Network>
Install(const Change& change = nullptr)
{
    FabricHelper helper;
    helper.SetTopology(Spec());
    if (change)
    {
        change(helper);
    }
    return helper.Install();
}

/** @return the words as a regular expression that wants them as they are */
inline std::string
Literally(const std::string& words)
{
    std::string pattern;
    for (const char c : words)
    {
        pattern += std::string("()[]{}.*+?|^$\\").find(c) == std::string::npos ? c : '.';
    }
    return pattern;
}

/** A call that ends the program. */
struct Death
{
    const char* words;
    std::function<void()> call;
};

/** Each call ends the program with its words. */
inline void
ExpectDeaths(const std::vector<Death>& deaths)
{
    for (const Death& death : deaths)
    {
        EXPECT_EXIT(death.call(), testing::KilledBySignal(SIGABRT), Literally(death.words))
            << death.words;
    }
}

/** A call that throws. */
struct Throw
{
    const char* words;
    std::function<void()> call;
};

/** @return a text in which types of ns-3's values are named as in 3.37: later ones add more */
inline std::string
WithOldTypeNames(const std::string& text)
{
    static const std::regex TYPE("(ns3::)?(Enum|Boolean)Value(<[^>]*>)?");
    return std::regex_replace(text, TYPE, "$2Value");
}

/** Each call throws something with its words. */
inline void
ExpectThrows(const std::vector<Throw>& throws)
{
    for (const Throw& t : throws)
    {
        const std::string said = ThrownText(t.call);
        EXPECT_NE(WithOldTypeNames(said).find(WithOldTypeNames(t.words)), std::string::npos)
            << said << "; expected " << t.words;
    }
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_BAD_INPUT_H */
