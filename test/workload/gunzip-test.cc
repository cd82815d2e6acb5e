/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Files that gzip made are read as what gunzip makes of them, or refused with the reason.

#include "../mrc-thrown-text.h"
#include "data-file.h"

#include "ns3/mrc-gunzip.h"
#include "ns3/mrc-gzip-buffer.h"
#include "ns3/mrc-parse-error.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <istream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

const std::string GUNZIPPED = "a matrix of flows, a matrix of flows, and one more\n";

// Made by zlib of that text: as it is, and with fixed codes.
const char* const STORED_GZIP =
    "1f8b0800000000000000013300ccff61206d6174726978206f6620666c6f77732c2061206d6174726978206f6620"
    "666c6f77732c20616e64206f6e65206d6f72650ad2cb4f6033000000";
const char* const FIXED_GZIP =
    "1f8b08000000000000004b54c84d2c29caac50c84f5348cbc92f2fd65148c4229497a2909f97aa909b5f94ca0500"
    "d2cb4f6033000000";

// The first five bytes with all that a head may have, and the rest.
const char* const TWO_MEMBERS_GZIP =
    "1f8b081f00000000000003006162636e616d65007768790012344b54c84d2c01006eb1c3a9050000001f8b080000"
    "00000000002bcaac50c84f5348cbc92f2fd6514854c84d2c294215ca4b51c8cf4b55c8cd2f4ae50200392df4292e"
    "000000";

// 200,000 bytes that repeat after 251, with codes of their own.
const char* const PATTERN_GZIP =
    "1f8b0800000000000000edcfb92a00000000504252847224ca406450c424e51e302047e49848243942aec9609194"
    "946b511603068c245729424a214a16064532d8fc83f9bd3f780181c1615109a9d98535eda3731b272f2169e5bd0b"
    "07ef8915e35bafc98df3d731f58b4f1903fb916ddba12d3bd13de799b35fcd47592b11131f1d0f0d575517d5374d"
    "cfdddf53b1eb79979d41abf9f79329677d49a743e97733a5bf7b83399fbb63c5e1b76bfd25f16f87cbc375b9713f"
    "8fc79b4bd3235dadb59565450505456595b5ad5d23d34b9bc78f3f71b975c3cb876ff125fd6bb7e1c563bb9f3983"
    "7bbfa53377e943a7497d672993f7f9ab419d9779ebb153dfddcf4d37d51755570d0f1d1f13112b5947cd5fb399e7"
    "3dd13b2da1db6d91fb03194f8bf531d7f38dc9af5be31589ef070bbde569212f271b73a3ed3585d9a9095161c181"
    "01eaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaea"
    "eaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaea"
    "eaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaea"
    "eaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaea"
    "eaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaea"
    "eaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaea"
    "eaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaea"
    "eaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaea"
    "eaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaea"
    "eaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaea"
    "eaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaea"
    "eaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaea"
    "eaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaea"
    "eaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaea"
    "eaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaea"
    "eaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaea"
    "eaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaffadff01e52354"
    "9b400d0300";

/** @return bytes of their hexadecimal digits */
std::string
BytesOfHex(const std::string& digits)
{
    std::string bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    {
        bytes += static_cast<char>(std::stoul(digits.substr(i, 2), nullptr, 16));
    }
    return bytes;
}

/** @return what gunzip makes of bytes, read twice */
std::string
Gunzipped(const std::string& bytes)
{
    GzipBuffer buffer(std::make_shared<std::istringstream>(bytes), "a.gz");
    std::istream in(&buffer);
    in.exceptions(std::ios::badbit);
    std::string first;
    for (int byte = in.get(); byte != std::istream::traits_type::eof(); byte = in.get())
    {
        first += static_cast<char>(byte);
    }
    in.clear();
    in.seekg(0);
    std::ostringstream again;
    for (std::string part(1000, '\0'); in.read(part.data(), 1000) || in.gcount() != 0;)
    {
        again.write(part.data(), in.gcount());
    }
    EXPECT_TRUE(again.str() == first) << "from the begin again";
    return first;
}

std::string
GzipError(const std::string& bytes)
{
    return test::ThrownText<ParseError>([&] { Gunzipped(bytes); });
}

// Clauses: [gzip-files]
TEST(GunzipTest, BlocksOfEachKindAreRead)
{
    EXPECT_EQ(Gunzipped(BytesOfHex(STORED_GZIP)), GUNZIPPED);
    EXPECT_EQ(Gunzipped(BytesOfHex(FIXED_GZIP)), GUNZIPPED);
    std::string pattern;
    for (uint32_t i = 0; i < 200000; ++i)
    {
        pattern += static_cast<char>((i % 251) * (i % 251) % 251);
    }
    EXPECT_TRUE(Gunzipped(BytesOfHex(PATTERN_GZIP)) == pattern);
}

// Clauses: [gzip-files]
TEST(GunzipTest, MembersFollowEachOther)
{
    EXPECT_EQ(Gunzipped(BytesOfHex(TWO_MEMBERS_GZIP)), GUNZIPPED);
    const std::string twice = BytesOfHex(FIXED_GZIP) + BytesOfHex(STORED_GZIP);
    EXPECT_EQ(Gunzipped(twice), GUNZIPPED + GUNZIPPED);
}

// Clauses: [gzip-files]
TEST(GunzipTest, WhatGzipHasNotMadeIsRefused)
{
    EXPECT_EQ(GzipError(""),
              "a.gz:1:1: byte 0: no file of gzip; expected one, as its name ends in .gz");
    EXPECT_EQ(GzipError("Nodes 2\nConnections 1\n"),
              "a.gz:1:1: byte 2: no file of gzip; expected one, as its name ends in .gz");
    EXPECT_EQ(GzipError(BytesOfHex(FIXED_GZIP) + "more"),
              "a.gz:1:1: byte 56: no file of gzip; expected one, as its name ends in .gz");
    EXPECT_EQ(GzipError(BytesOfHex("1f8b0820000000000000")),
              "a.gz:1:1: byte 4: flags 32; expected at most 31");
    EXPECT_EQ(GzipError(BytesOfHex("1f8b080000000000000007000000000000000000000000")),
              "a.gz:1:1: byte 11: a block of kind 3; expected 0, 1 or 2");
    EXPECT_EQ(GzipError(BytesOfHex("1f8b08000000000000000302000000000000000000000000")),
              "a.gz:1:1: byte 12: a copy of bytes before the begin; expected what gzip made");
    std::string wrong = BytesOfHex(STORED_GZIP);
    wrong[20] ^= 1;
    EXPECT_NE(GzipError(wrong).find("the file was damaged"), std::string::npos);
    wrong = BytesOfHex(STORED_GZIP);
    wrong[13] ^= 1;
    EXPECT_EQ(GzipError(wrong),
              "a.gz:1:1: byte 15: a length of 51 bytes without its complement; expected what gzip "
              "made");
}

// Clauses: [gzip-files]
TEST(GunzipTest, AFileThatWasCutIsTold)
{
    for (const char* const hex : {STORED_GZIP, FIXED_GZIP, TWO_MEMBERS_GZIP})
    {
        const std::string bytes = BytesOfHex(hex);
        for (std::size_t length = 3; length < bytes.size(); ++length)
        {
            const std::string cut = bytes.substr(0, length);
            const bool isBetween = hex == TWO_MEMBERS_GZIP && length == 41;
            const std::string error = isBetween ? "the file ends" : GzipError(cut);
            EXPECT_NE(error.find("the file ends"), std::string::npos) << length << ": " << error;
        }
    }
    std::string damaged = BytesOfHex(PATTERN_GZIP);
    for (std::size_t i = 10; i < damaged.size(); i += 11) // not where bits fill the last byte up
    {
        damaged[i] ^= 0x10;
        EXPECT_NE(GzipError(damaged), "no error") << i;
        damaged[i] ^= 0x10;
    }
}

// Clauses: [gzip-files]
TEST(GunzipTest, NamesSayWhatGzipMade)
{
    EXPECT_EQ(WithoutGzip("a/b.cm.gz"), "a/b.cm");
    EXPECT_EQ(WithoutGzip("b.cm"), "b.cm");
    EXPECT_EQ(WithoutGzip(".gz"), ".gz");
    EXPECT_FALSE(*OpenPlainOrGzip("no/such.cm.gz"));
    const std::shared_ptr<std::istream> in = OpenPlainOrGzip(DataFile("one.cm"));
    EXPECT_EQ(in->get(), 'N') << "a plain file is read as it is";
}

} // namespace
} // namespace mrc
} // namespace ns3
