/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-shared-nscc-constants.h"
#include "ns3/mrc-shared-setting.h"

#include <gtest/gtest.h>
#include <memory>
#include <thread>

using namespace ns3::mrc;

namespace
{

const QpConfig*
AddressOf(const SharedSetting<QpConfig>& setting)
{
    return &static_cast<const QpConfig&>(setting);
}

TEST(SharedSetting, CopiesShareUntilOneChanges)
{
    SharedSetting<QpConfig> one;
    one.Change().mpr = 3;
    SharedSetting<QpConfig> two = one;
    EXPECT_EQ(AddressOf(one), AddressOf(two));
    two.Change().mpr = 4;
    EXPECT_EQ(one->mpr, 3);
    EXPECT_EQ(two->mpr, 4);
    const QpConfig* const own = AddressOf(two);
    two.Change().mpr = 5;
    EXPECT_EQ(AddressOf(two), own) << "it is alone already";
}

// ThreadSanitizer sees a race here if the last owner writes before it knows that the other has
// read.
TEST(SharedSetting, ThreadsMayChangeTheirOwn)
{
    for (int round = 0; round < 200; ++round)
    {
        SharedSetting<QpConfig> one;
        SharedSetting<QpConfig> two = one;
        std::thread other([&two] { two.Change().mpr = 4; });
        one.Change().mpr = 3;
        other.join();
        EXPECT_EQ(one->mpr, 3);
        EXPECT_EQ(two->mpr, 4);
    }
}

TEST(SharedSetting, AValueOfSomebodyElseStays)
{
    const auto whole = std::make_shared<ConnectionParameters>();
    const auto part =
        std::shared_ptr<const CcConfig>(whole, &static_cast<const CcConfig&>(whole->cc));
    SharedSetting<CcConfig> own = part;
    EXPECT_EQ(&static_cast<const CcConfig&>(own), part.get());
    own.Change().gamma = 0.5;
    EXPECT_EQ(whole->cc->gamma, CcConfig().gamma);
}

/** @return parameters with a base RTT and a share of the setting */
ConnectionParameters
Over(Span baseRtt, const SharedSetting<CcConfig>& cc)
{
    ConnectionParameters parameters;
    parameters.baseRtt = baseRtt;
    parameters.bitRate = 800000000000;
    parameters.cc = cc;
    return parameters;
}

// Clauses: [nscc-constants]
TEST(SharedNsccConstants, LikePathsShareThem)
{
    const SharedSetting<CcConfig> cc;
    SharedNsccConstants shared;
    const auto near = shared.Of(Over(Micros(5), cc));
    const auto far = shared.Of(Over(Micros(9), cc));
    EXPECT_EQ(shared.Of(Over(Micros(5), cc)), near);
    EXPECT_EQ(shared.Of(Over(Micros(9), cc)), far);
    EXPECT_EQ(near->baseRtt, Micros(5));
    EXPECT_EQ(far->baseRtt, Micros(9));

    ConnectionParameters trimless = Over(Micros(5), cc);
    trimless.qp.Change().trimNack = false;
    EXPECT_NE(shared.Of(trimless)->target, near->target);
    ConnectionParameters smaller = Over(Micros(5), cc);
    smaller.qp.Change().payload = 1024;
    EXPECT_EQ(shared.Of(smaller)->mtu, 1024);
    ConnectionParameters slower = Over(Micros(5), cc);
    slower.bitRate /= 2;
    EXPECT_LT(shared.Of(slower)->maxWindow, near->maxWindow);
}

TEST(SharedNsccConstants, OtherSettingsHaveTheirOwn)
{
    SharedNsccConstants shared;
    const auto first = shared.Of(Over(Micros(5), SharedSetting<CcConfig>()));
    for (int i = 1; i < 30; ++i)
    {
        SharedSetting<CcConfig> cc;
        cc.Change().gamma = 0.01 * i;
        const auto own = shared.Of(Over(Micros(5), cc));
        EXPECT_DOUBLE_EQ(own->gamma, 0.01 * i);
        EXPECT_EQ(shared.Of(Over(Micros(5), cc)), own);
    }
    EXPECT_EQ(first->gamma, CcConfig().gamma);
}

} // namespace
