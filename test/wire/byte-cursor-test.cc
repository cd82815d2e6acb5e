/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wire-bytes.h"

#include "ns3/mrc-byte-cursor.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

TEST(ByteCursor, FailureIsSticky)
{
    const Bytes bytes = {1, 2, 3};
    ByteReader in(bytes.data(), bytes.size());
    EXPECT_EQ(in.Get<2>(), 0x0102);
    EXPECT_EQ(in.Get<2>(), 0); // one byte short
    EXPECT_FALSE(in.Ok());
    EXPECT_EQ(in.Get<1>(), 0); // though one byte is left
    EXPECT_FALSE(in.Ok());
}

TEST(ByteCursor, WriterStopsAtTheEnd)
{
    Bytes bytes(4, 0xee);
    ByteWriter out(bytes.data(), 3);
    out.Put<2>(0x0102);
    out.Put<2>(0x0304);
    EXPECT_FALSE(out.Ok());
    out.Put<1>(5);
    EXPECT_EQ(out.Skip(1), nullptr);
    EXPECT_EQ(bytes, (Bytes{1, 2, 0xee, 0xee}));
}

} // namespace
