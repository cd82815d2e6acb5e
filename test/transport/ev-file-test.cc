/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A file of entropy values: templates that make addresses, and mistakes that are named.

#include "ns3/mrc-address-text.h"
#include "ns3/mrc-ev-file.h"

#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

/** @return a template of two texts */
EvTemplate
Template(const char* data, const char* mask, uint32_t valueMask)
{
    EvTemplate form;
    EXPECT_TRUE(ReadAddress(data, form.data));
    EXPECT_TRUE(ReadAddress(mask, form.mask));
    form.valueMask = valueMask;
    return form;
}

// Clauses: [ev-templates]
TEST(EvTemplate, MakesTheAddressesOfThePublicExample)
{
    struct Case
    {
        const char* data;
        const char* mask;
        uint32_t valueMask;
        uint32_t value;
        uint32_t port;
        const char* address;
    };

    const Case cases[] = {
        {"2001:db8:0:101::", "0:0:70::", 28, 4, 0, "2001:db8:10:101::"},
        {"2001:db8:0:101::", "0:0:70::", 28, 19, 3, "2001:db8:40:101::"},
        {"2001:db8::1:104:0:0", "0:0:70:7003:70::", 8188, 2345, 1, "2001:db8:20:2001:21:104::"},
        {"2001:db8::1:104:0:0", "0:0:70:7003:70::", 8188, 4723, 3, "2001:db8:40:4003:41:104::"},
        {"::", "8000::1", 0x80000001, 0x80000001, 0, "8000::1"}, // no bit for the port
        {"::", "8000::1", 0x80000001, 1, 0, "::1"},
    };
    for (const Case& c : cases)
    {
        const EvTemplate form = Template(c.data, c.mask, c.valueMask);
        EXPECT_EQ(TextOf(form.AddressOf(c.value)), c.address);
        EXPECT_EQ(form.PortOf(c.value), c.port) << c.address;
        EXPECT_EQ(form.ValueOf(form.AddressOf(c.value), c.port), c.value) << c.address;
    }
}

/** @return a file of two NICs, with an item of the first one's template replaced */
std::string
FileWith(const std::string& before = "", const std::string& after = "")
{
    std::string text = R"({
  "1002:01::1": {
    "1002:02::1": [
      {"plane": 0, "template_data": "2001:db8:0:101::", "template_mask": "0:0:70::",
       "ps_mask": 28, "ps_list": [4, 9]}
    ]
  },
  "1002:02::1": {
    "1002:01::1": [
      {"plane": 0, "template_data": "2001:db8:0:100::", "template_mask": "0:0:70::",
       "ps_mask": 28, "ps_list": [14]}
    ]
  }
}
)";
    const std::size_t at = text.find(before);
    EXPECT_NE(at, std::string::npos) << before;
    return text.replace(at, before.size(), after);
}

EvFile
Read(const std::string& text)
{
    std::istringstream in(text);
    return EvFile::Read(in, "evs.json");
}

// Clauses: [ev-templates]
TEST(EvFile, NamesNicsByTheirAddressesOrTheirPlaces)
{
    const EvFile file = Read(FileWith());
    EXPECT_EQ(file.Size(), 2U);
    ASSERT_NE(file.Find(0, 1), nullptr);
    EXPECT_EQ(file.Find(0, 1)->at(0).values, (std::vector<uint32_t>{4, 9}));
    ASSERT_NE(file.Find(1, 0), nullptr);
    EXPECT_EQ(file.Find(1, 0)->at(0).values, (std::vector<uint32_t>{14}));
    EXPECT_EQ(file.Find(0, 2), nullptr);

    const EvFile own = Read(R"({"fd00:6d72:6300::7": {"fd00:6d72:6300::5": [{"plane": 0,
        "template_data": "::", "template_mask": "::1", "ps_mask": 1, "ps_list": [0]}]}})");
    EXPECT_NE(own.Find(7, 5), nullptr);
    EXPECT_EQ(own.Size(), 1U);
}

// Clauses: [ev-templates]
TEST(EvFile, MistakesAreNamedWithTheirPlaces)
{
    struct Case
    {
        const char* before;
        const char* after;
        const char* refusal;
    };

    const Case cases[] = {
        {"{", "(", "evs.json:1:1: expected value"},
        {"[4, 9]", "[4, 9", "evs.json:5:39: expected ']' or ','"},
        {"\"plane\": 0, ", "", "evs.json:4:7: from '1002:01::1' to '1002:02::1': no plane;"},
        {"\"ps_list\": [14]",
         "\"x\": 1",
         "evs.json:10:7: from '1002:02::1' to '1002:01::1': no ps_list"},
        {"0:101::", "0:10x::", "template_data '2001:db8:0:10x::'; expected an IPv6 address"},
        {"0:0:70::",
         "0:0:30::",
         "ps_mask '28'; expected as many bits as template_mask has, which are 2"},
        {"0:101::", "10:101::", "expected zeros where template_mask has ones"},
        {"[4, 9]",
         "[4, 36]",
         "ps_list '36'; expected a list of values without bits outside ps_mask"},
        {"[4, 9]",
         "[4, -9]",
         "evs.json:5:38: from '1002:01::1' to '1002:02::1': ps_list '-9'; expected a number of 32 "
         "bits"},
        {"[4, 9]", "{\"a\": 4}", "ps_list '4'; expected a list"},
        {"[4, 9]", "[]", "ps_list is empty"},
        {"[4, 9]", "4", "ps_list is empty"},
        {"28", "4294967296", "ps_mask '4294967296'; expected a number of 32 bits"},
        {"1002:02::1",
         "1002:03::1",
         "evs.json:3:5: from '1002:01::1' to '1002:03::1': the GID '1002:03::1'; expected one of "
         "the sources"},
        {"1002:01::1",
         "1002:01:1",
         "evs.json:2:3: from '1002:01:1' to '': the GID '1002:01:1'; expected an IPv6 address"},
    };
    EXPECT_THROW(Read(std::string(200000, '[')), std::invalid_argument);
    EXPECT_THROW(Read("{\"a\\\"[\": " + std::string(200000, '{')), std::invalid_argument);
    for (const Case& c : cases)
    {
        try
        {
            Read(FileWith(c.before, c.after));
            ADD_FAILURE() << "taken: " << c.after;
        }
        catch (const std::invalid_argument& error)
        {
            EXPECT_NE(std::string(error.what()).find(c.refusal), std::string::npos) << error.what();
        }
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
