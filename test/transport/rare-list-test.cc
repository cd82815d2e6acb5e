/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-rare-list.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

using namespace ns3::mrc;

namespace
{

std::vector<int>
ItemsOf(const RareList<int>& list)
{
    EXPECT_EQ(list.empty(), list.size() == 0);
    return {list.begin(), list.end()};
}

TEST(RareList, IsAPointer)
{
    EXPECT_EQ(sizeof(RareList<int>), sizeof(void*));
}

TEST(RareList, HasItsItemsInOrder)
{
    RareList<int> list;
    EXPECT_EQ(ItemsOf(list), std::vector<int>());
    for (const int item : {4, 5, 6, 7, 8})
    {
        list.push_back(item);
    }
    EXPECT_EQ(ItemsOf(list), (std::vector<int>{4, 5, 6, 7, 8}));
    list.erase(list.begin());
    list.erase(list.begin() + 1, list.begin() + 3);
    EXPECT_EQ(ItemsOf(list), (std::vector<int>{5, 8}));
    list = std::vector<int>{1, 2};
    EXPECT_EQ(ItemsOf(list), (std::vector<int>{1, 2}));
}

TEST(RareList, IsEmptyWithoutItems)
{
    RareList<int> list;
    list.erase(std::remove(list.begin(), list.end(), 3), list.end());
    EXPECT_TRUE(list.empty());
    list.push_back(3);
    list.erase(std::remove(list.begin(), list.end(), 3), list.end());
    EXPECT_TRUE(list.empty());
    list.push_back(3);
    list.clear();
    EXPECT_TRUE(list.empty());
    list.push_back(3);
    list = std::vector<int>();
    EXPECT_TRUE(list.empty());
    EXPECT_EQ(list.begin(), list.end());
}

} // namespace
