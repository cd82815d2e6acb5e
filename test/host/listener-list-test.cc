/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-listener-list.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

/** Has a name. */
struct Named
{
    std::string name;
};

std::string
NamesIn(const ListenerList<Named>& list)
{
    std::string names;
    list.ForEach([&](const Named& one) { names += one.name; });
    return names;
}

TEST(ListenerListTest, ListenersComeInTheirOrder)
{
    Named a{"a"};
    Named b{"b"};
    Named c{"c"};
    ListenerList<Named> list;
    EXPECT_EQ(NamesIn(list), "");
    list.Add(a);
    EXPECT_EQ(NamesIn(list), "a");
    list.Add(b);
    list.Add(c);
    EXPECT_EQ(NamesIn(list), "abc");
    list.Remove(b);
    EXPECT_EQ(NamesIn(list), "ac");
    list.Remove(a);
    EXPECT_EQ(NamesIn(list), "c");
    list.Add(a);
    EXPECT_EQ(NamesIn(list), "ca") << "behind those that stayed";
    list.Remove(c);
    list.Remove(a);
    EXPECT_EQ(NamesIn(list), "");
}

TEST(ListenerListTest, WhoComesMeanwhileIsToldNextTime)
{
    Named a{"a"};
    Named b{"b"};
    ListenerList<Named> list;
    list.Add(a);
    std::string names;
    list.ForEach([&](const Named& one) {
        names += one.name;
        list.Add(b);
    });
    EXPECT_EQ(names, "a");
    EXPECT_EQ(NamesIn(list), "ab");
}

} // namespace
} // namespace mrc
} // namespace ns3
