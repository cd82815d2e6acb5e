/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-json-writer.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

TEST(JsonWriterTest, EscapesWhateverAStringMayNotHold)
{
    struct Row
    {
        std::string text;
        std::string expected;
    };

    const std::string lost = "\\ufffd";
    const Row rows[] = {
        {"", ""},
        {"a \"b\" \\c/", "a \\\"b\\\" \\\\c/"},
        {"\n\t\r\x01\x1f\x7f", "\\n\\t\\u000d\\u0001\\u001f\x7f"},
        {std::string("\0", 1), "\\u0000"},
        {"\xc2\xb5s \xe2\x86\x92 \xf0\x9f\x98\x80", "\xc2\xb5s \xe2\x86\x92 \xf0\x9f\x98\x80"},
        {"\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf", "\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf"},
        {"\xff-", lost + "-"},                           // no first byte
        {"\x80", lost},                                  // a later byte alone
        {"\xc0\xaf", lost + lost},                       // longer than need be
        {"\xe0\x9f\xbf", lost + lost + lost},            // likewise
        {"\xed\xa0\x80", lost + lost + lost},            // half of a pair of UTF-16
        {"\xf4\x90\x80\x80", lost + lost + lost + lost}, // above U+10FFFF
        {"\xe2\x86", lost + lost},                       // ends too soon
        {"\xe2\x86\"", lost + lost + "\\\""},            // the last byte is another character
        {"\xc3(", lost + "("},
    };
    for (const Row& row : rows)
    {
        EXPECT_EQ(JsonString(row.text), '"' + row.expected + '"');
    }
}

TEST(JsonWriterTest, WritesAValueALine)
{
    std::ostringstream out;
    JsonWriter json(out);
    json.Text("name", "a \"b\"");
    json.BeginArray("list");
    json.Count("", 18446744073709551615U);
    json.BeginObject("");
    json.Flag("yes", true);
    json.Flag("no", false);
    json.End();
    json.BeginArray("");
    json.End();
    json.End();
    json.BeginObject("empty");
    json.End();
    json.Number("number", "-1.500");
    json.End();
    EXPECT_EQ(out.str(),
              "{\n"
              "  \"name\": \"a \\\"b\\\"\",\n"
              "  \"list\": [\n"
              "    18446744073709551615,\n"
              "    {\n"
              "      \"yes\": true,\n"
              "      \"no\": false\n"
              "    },\n"
              "    []\n"
              "  ],\n"
              "  \"empty\": {},\n"
              "  \"number\": -1.500\n"
              "}\n");
}

TEST(JsonWriterTest, WhatIsNoNumberIsNull)
{
    for (const char* digits : {"nan", "-nan", "inf", "-inf", "", "-", "never"})
    {
        std::ostringstream out;
        JsonWriter json(out);
        json.Number("n", digits);
        json.End();
        EXPECT_EQ(out.str(), "{\n  \"n\": null\n}\n") << digits;
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
