/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Texts of JSON: what is wrong is told with its place, in the text and in what was read.

#include "../mrc-thrown-text.h"

#include "ns3/mrc-json.h"

#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{
namespace
{

#ifdef MRC_HAS_JSON

TEST(JsonTextTest, TextsThatAreNoJsonAreRefused)
{
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"", "a.json:1:1: expected value"},
        {"\n\n", "a.json:3:1: expected value"},
        {"{\"a\": 1,\n  }", "a.json:2:3: expected key string"},
        {"{\n\"a\" 1}", "a.json:2:5: expected ':'"},
        {"[1\n 2]", "a.json:2:2: expected ']' or ','"},
        {"[-]", "a.json:1:3: expected digits after -"},
        {"[\"a", "a.json:1:4: unterminated string; expected JSON"},
        {"[1]\n]", "a.json:2:1: garbage after data; expected JSON"},
        {"\xEF\xBB\xBF[1,\n]", "a.json:2:1: expected value"},
        {"\xEF\xBB\xBF x", "a.json:1:2: expected value"},
        {"{\"]\\\"[\": [\n" + std::string(70, '['),
         "a.json:2:63: more than 64 values in each other; expected fewer"},
    };
    for (const auto& [text, expected] : cases)
    {
        EXPECT_EQ(ThrownText([&, json = text] { const JsonText read(json, "a.json"); }), expected)
            << text;
    }
}

/** @return the place with which a text refuses a value of itself */
std::string
PlaceIn(const JsonText& json, const Json& value, JsonPart part)
{
    return ThrownText([&] { json.Fail(value, part, "wrong"); });
}

/** Compares the places of all values with those where the text has their marks. */
void
ComparePlaces(const JsonText& json, const Json& tree, JsonPlaces& places)
{
    for (const auto& [name, value] : tree)
    {
        const TextPosition at = places.Next(JsonPart::VALUE);
        EXPECT_EQ(PlaceIn(json, value, JsonPart::VALUE),
                  "a.json:" + std::to_string(at.line) + ":" + std::to_string(at.column) +
                      ": wrong");
        ComparePlaces(json, value, places);
    }
}

TEST(JsonTextTest, ValuesHaveTheirPlaces)
{
    const JsonText json(R"({"a\"]": [1, {"x":true,
 "y" : "}\\" } ],
  "b":
-2.5e3, "b": [ [], null,
 "{" ] })",
                        "a.json");
    const Json& root = json.Root();
    const auto first = root.begin();
    EXPECT_EQ(first->first, "a\"]");
    const auto inner = first->second.begin();
    const Json& object = std::next(inner)->second;
    const auto second = std::next(first);
    const auto third = std::next(second);
    const auto last = std::next(third->second.begin(), 2);

    const std::vector<std::tuple<const Json*, std::string, std::string>> cases = {
        {&root, "1:1", "1:1"},
        {&first->second, "1:2", "1:10"},
        {&inner->second, "1:11", "1:11"},
        {&object, "1:14", "1:14"},
        {&object.get_child("x"), "1:15", "1:19"},
        {&object.get_child("y"), "2:2", "2:8"},
        {&second->second, "3:3", "4:1"},
        {&third->second, "4:9", "4:14"},
        {&third->second.begin()->second, "4:16", "4:16"},
        {&last->second, "5:2", "5:2"},
    };
    for (const auto& [value, name, place] : cases)
    {
        EXPECT_EQ(PlaceIn(json, *value, JsonPart::NAME), "a.json:" + name + ": wrong");
        EXPECT_EQ(PlaceIn(json, *value, JsonPart::VALUE), "a.json:" + place + ": wrong");
    }
    JsonPlaces places(json.Text());
    places.Next(JsonPart::VALUE);
    ComparePlaces(json, root, places);

    JsonPlaces skipping(json.Text());
    skipping.Next(JsonPart::VALUE);
    skipping.Next(JsonPart::VALUE);
    skipping.SkipInside(first->second);
    EXPECT_EQ(skipping.Next(JsonPart::NAME).line, 3U);
}

#endif

} // namespace
} // namespace test
} // namespace mrc
} // namespace ns3
