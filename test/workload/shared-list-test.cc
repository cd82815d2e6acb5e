/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-place-list.h"
#include "ns3/mrc-shared-list.h"

#include <gtest/gtest.h>
#include <stdexcept>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

using ListedNumbers = std::vector<int>;

TEST(SharedListTest, CopiesShareTheirItemsUntilOneIsChanged)
{
    SharedList<int> first{1, 2, 3};
    SharedList<int> second = first;
    EXPECT_EQ(&std::as_const(first)[0], &std::as_const(second)[0]);
    second[1] = 7;
    EXPECT_EQ(ListedNumbers(first), (ListedNumbers{1, 2, 3}));
    EXPECT_EQ(ListedNumbers(second), (ListedNumbers{1, 7, 3}));
    const int* const own = &std::as_const(second)[0];
    second[2] = 8;
    EXPECT_EQ(&std::as_const(second)[0], own) << "nobody shares it any more";
}

TEST(SharedListTest, EachChangeLeavesCopiesAlone)
{
    const SharedList<int> kept{1, 2};
    for (const int way : {0, 1, 2, 3, 4, 5, 6})
    {
        SharedList<int> changed = kept;
        way == 0   ? changed.push_back(3)
        : way == 1 ? changed.clear()
        : way == 2 ? static_cast<void>(changed.at(0) = 4)
        : way == 3 ? static_cast<void>(changed.back() = 4)
        : way == 4 ? static_cast<void>(*changed.begin() = 4)
        : way == 5 ? changed.reserve(100)
                   : changed.shrink_to_fit();
        EXPECT_EQ(ListedNumbers(kept), (ListedNumbers{1, 2})) << way;
        EXPECT_EQ(ListedNumbers(changed) == ListedNumbers(kept), way > 4) << way;
    }
}

TEST(SharedListTest, OneWithoutItemsIsEmpty)
{
    SharedList<int> list;
    EXPECT_TRUE(list.empty());
    EXPECT_EQ(list.size(), 0U);
    EXPECT_EQ(list.begin(), list.end());
    EXPECT_THROW(list.at(0), std::out_of_range);
    SharedList<int> other{5};
    const SharedList<int> taken = std::move(other);
    EXPECT_EQ(taken.size(), 1U);
    list.push_back(9);
    EXPECT_EQ(std::as_const(list).at(0), 9);
}

using ListedPlaces = std::vector<uint32_t>;

ListedPlaces
PlacesOf(const PlaceLists::List& list)
{
    return ListedPlaces(list.begin(), list.end());
}

TEST(PlaceListsTest, KeepEachList)
{
    const std::vector<ListedPlaces> lists{{}, {4}, {0, 1}, {}, {9, 8, 7, 6}};
    PlaceLists kept;
    for (const ListedPlaces& places : lists)
    {
        kept.Add(places);
    }
    kept.ShrinkToFit();
    const PlaceLists copy = kept;
    kept.Add({5});
    for (uint32_t i = 0; i < lists.size(); ++i)
    {
        EXPECT_EQ(PlacesOf(kept.Of(i)), lists[i]) << i;
        EXPECT_EQ(PlacesOf(copy.Of(i)), lists[i]) << i;
    }
    EXPECT_EQ(PlacesOf(kept.Of(5)), ListedPlaces{5});
}

} // namespace
} // namespace mrc
} // namespace ns3
