/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-connection-parameters.h"
#include "ns3/mrc-line-blocks.h"
#include "ns3/mrc-line-object.h"
#include "ns3/mrc-role-memory.h"

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <stdexcept>
#include <vector>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

using namespace ns3::mrc;

namespace
{

TEST(LineBlocksTest, BlocksBeginLinesAndLieBehindEachOther)
{
    LineBlocks blocks;
    const auto address = [](void* block) { return reinterpret_cast<std::uintptr_t>(block); };
    std::vector<std::uintptr_t> small;
    std::vector<std::uintptr_t> large;
    for (int i = 0; i < 100; ++i)
    {
        small.push_back(address(blocks.Take(64)));
        large.push_back(address(blocks.Take(192)));
    }
    uint32_t breaks = 0;
    for (std::size_t i = 0; i < large.size(); ++i)
    {
        EXPECT_EQ(small[i] % 64, 0U);
        EXPECT_EQ(large[i] % 64, 0U);
        breaks += i > 0 && large[i] != large[i - 1] + 192 ? 1 : 0;
    }
    EXPECT_LE(breaks, 3U) << "four times the allocator is asked for more";
    EXPECT_EQ(std::set<std::uintptr_t>(small.begin(), small.end()).size(), small.size());
    EXPECT_EQ(std::set<std::uintptr_t>(large.begin(), large.end()).size(), large.size());
}

TEST(LineBlocksTest, WhatIsGivenBackServesTheSameSize)
{
    LineBlocks blocks;
    void* const first = blocks.Take(128);
    void* const second = blocks.Take(128);
    blocks.GiveBack(first, 128);
    EXPECT_NE(blocks.Take(64), first) << "another size";
    blocks.GiveBack(second, 128);
    EXPECT_EQ(blocks.Take(128), second);
    EXPECT_EQ(blocks.Take(128), first);
}

#ifdef __SANITIZE_ADDRESS__
TEST(LineBlocksTest, ABlockThatNobodyHasIsPoisoned)
{
    LineBlocks blocks;
    void* const block = blocks.Take(128);
    char* const next = static_cast<char*>(block) + 128;
    EXPECT_EQ(__asan_region_is_poisoned(block, 128), nullptr);
    EXPECT_NE(__asan_address_is_poisoned(next), 0) << "nobody has had that yet";
    blocks.GiveBack(block, 128);
    EXPECT_NE(__asan_address_is_poisoned(block), 0);
    EXPECT_NE(__asan_address_is_poisoned(next - 1), 0);
    EXPECT_EQ(__asan_region_is_poisoned(blocks.Take(128), 128), nullptr);
}
#endif

TEST(LineBlocksTest, ABlockIsFoundWithoutItsSize)
{
    LineBlocks blocks;
    blocks.Take(64);
    std::vector<void*> taken;
    for (int i = 0; i < 100; ++i)
    {
        taken.push_back(blocks.Take(128));
    }
    for (void* const block : {taken.front(), taken[70], taken.back()})
    {
        blocks.GiveBack(block);
        EXPECT_EQ(blocks.Take(128), block);
    }
}

/** An object of some bytes, the last of which is written. */
template <std::size_t BYTES>
class SizedObject : public LineObject
{
  public:
    explicit SizedObject(bool refuses = false)
    {
        m_bytes[BYTES - 1] = -1;
        if (refuses)
        {
            throw std::invalid_argument("refused");
        }
    }

    virtual ~SizedObject() = default;

  private:
    char m_bytes[BYTES];
};

/** Another class with the same base as far as `delete` knows. */
class LargerObject : public SizedObject<40>
{
  public:
    LargerObject()
    {
        m_more[99] = -1;
    }

  private:
    char m_more[100];
};

/** Makes two objects at a time, of which the second one gets the memory of the first again. */
template <class Object, class Base = Object>
void
MakeAgain(LineBlocks& blocks)
{
    const std::unique_ptr<Base> kept(new (blocks) Object);
    std::unique_ptr<Base> object(new (blocks) Object);
    const void* const first = object.get();
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % 64, 0U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(kept.get()) % 64, 0U);
    object.reset();
    object.reset(new (blocks) Object);
    EXPECT_EQ(object.get(), first);
}

TEST(LineObjectTest, MemoryGoesBackToItsBlocks)
{
    LineBlocks blocks;
    // With the pointer to its methods and the word behind it, the first one just fits a line.
    MakeAgain<SizedObject<48>>(blocks);
    MakeAgain<SizedObject<49>>(blocks);
    MakeAgain<SizedObject<500>>(blocks);
    MakeAgain<LargerObject, SizedObject<40>>(blocks);
}

TEST(LineObjectTest, WithoutBlocksTheCommonAllocatorServes)
{
    for (int i = 0; i < 100; ++i)
    {
        const auto one = std::make_unique<SizedObject<200>>();
        const std::unique_ptr<SizedObject<40>> other = std::make_unique<LargerObject>();
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(one.get()) % 64, 0U);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(other.get()) % 64, 0U);
    }
    EXPECT_THROW(std::make_unique<SizedObject<200>>(true), std::invalid_argument);
}

TEST(LineObjectTest, AnObjectThatCannotBeMadeLeavesItsBlock)
{
    LineBlocks blocks;
    std::uintptr_t first = 0;
    {
        const std::unique_ptr<SizedObject<100>> object(new (blocks) SizedObject<100>);
        first = reinterpret_cast<std::uintptr_t>(object.get());
    }
    EXPECT_THROW(new (blocks) SizedObject<100>(true), std::invalid_argument);
    const std::unique_ptr<SizedObject<100>> next(new (blocks) SizedObject<100>);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(next.get()), first);
}

/** A role that may refuse to be made, and counts those there are. */
class CountedRole
{
  public:
    /** As the stores of roles. */
    struct Kept
    {
        const ConnectionParameters& parameters;
    };

    CountedRole(const ConnectionParameters& parameters, int& count)
        : m_kept{parameters},
          m_count(count)
    {
        if (count < 0)
        {
            throw std::invalid_argument("refused");
        }
        ++m_count;
    }

    ~CountedRole()
    {
        --m_count;
    }

    const Kept& Store() const
    {
        return m_kept;
    }

  private:
    alignas(64) Kept m_kept;
    int& m_count;
};

TEST(RoleMemoryTest, ARoleComesFromTheBlocksAndGoesBackThere)
{
    LineBlocks blocks;
    for (LineBlocks* const from : {static_cast<LineBlocks*>(nullptr), &blocks})
    {
        ConnectionParameters parameters;
        parameters.blocks = from;
        int count = 0;
        const void* first = nullptr;
        {
            const RolePtr<CountedRole> role = MakeRole<CountedRole>(parameters, count);
            first = role.get();
            EXPECT_EQ(count, 1);
        }
        EXPECT_EQ(count, 0);
        if (from != nullptr)
        {
            EXPECT_EQ(MakeRole<CountedRole>(parameters, count).get(), first);
        }
        int refuses = -1;
        EXPECT_THROW(MakeRole<CountedRole>(parameters, refuses), std::invalid_argument);
        if (from != nullptr)
        {
            EXPECT_EQ(MakeRole<CountedRole>(parameters, count).get(), first) << "given back";
        }
    }
}

} // namespace
