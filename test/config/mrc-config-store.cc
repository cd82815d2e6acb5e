/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// ConfigStore loads again what it saved: defaults of all classes, and attributes of a fabric.

#include "../mrc-test-network.h"

#include "ns3/boolean.h"
#include "ns3/config-store.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-switch.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

/** Attribute values in words by their names. */
using Values = std::map<std::string, std::string>;

/** A file that ConfigStore writes and reads. */
std::string
FileName(const std::string& format)
{
    return testing::TempDir() + "mrc-config-store." + format;
}

void
Store(const std::string& format, const std::string& mode, void (ConfigStore::*what)())
{
    Config::SetDefault("ns3::ConfigStore::FileFormat", StringValue(format));
    Config::SetDefault("ns3::ConfigStore::Filename", StringValue(FileName(format)));
    Config::SetDefault("ns3::ConfigStore::Mode", StringValue(mode));
    ConfigStore store;
    (store.*what)();
}

/** Calls visit(type, attribute) for all attributes that a default can be given for. */
template <class Visitor>
void
ForEachDefault(Visitor visit)
{
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId tid = TypeId::GetRegistered(i);
        for (std::size_t a = 0; tid.GetGroupName() == "Mrc" && a < tid.GetAttributeN(); ++a)
        {
            const TypeId::AttributeInformation info = tid.GetAttribute(a);
            const bool isPointer = DynamicCast<const PointerValue>(info.initialValue) != nullptr;
            if ((info.flags & TypeId::ATTR_CONSTRUCT) != 0 && !isPointer) // ns-3 stores no pointers
            {
                visit(tid, info);
            }
        }
    }
}

Values
Defaults()
{
    Values values;
    ForEachDefault([&values](TypeId tid, const TypeId::AttributeInformation& info) {
        values[tid.GetName() + "::" + info.name] =
            info.initialValue->SerializeToString(info.checker);
    });
    return values;
}

/** @return words that ns-3 can read as a value of an attribute: other words end the program */
std::vector<std::string>
Candidates(const AttributeChecker& checker)
{
    const std::string type = checker.GetValueTypeName();
    if (type != "ns3::EnumValue")
    {
        const std::map<std::string, std::vector<std::string>> words{
            {"ns3::UintegerValue", {"3", "4", "200", "300", "1300"}},
            {"ns3::IntegerValue", {"-1", "1", "2"}},
            {"ns3::QueueSizeValue", {"7p", "70000B"}},
            {"ns3::DoubleValue", {"0.5", "0.7", "3", "4"}},
            {"ns3::TimeValue", {"7ms", "3ms"}},
        };
        const auto found = words.find(type);
        return found != words.end()
                   ? found->second
                   : std::vector<std::string>{"true", "false", "fixed", "17", "psp", "5f00::/16"};
    }
    std::vector<std::string> names;
    std::istringstream in(checker.GetUnderlyingTypeInformation());
    for (std::string name; std::getline(in, name, '|');)
    {
        names.push_back(name);
    }
    return names;
}

/** @return another valid value of an attribute, in words */
std::string
Another(const TypeId::AttributeInformation& info)
{
    const std::string now = info.originalInitialValue->SerializeToString(info.checker);
    for (const std::string& words : Candidates(*info.checker))
    {
        const Ptr<AttributeValue> valid = info.checker->CreateValidValue(StringValue(words));
        if (valid != nullptr && valid->SerializeToString(info.checker) != now)
        {
            return words;
        }
    }
    ADD_FAILURE() << "no other value for " << info.name;
    return now;
}

class ConfigStoreTest : public testing::TestWithParam<const char*>
{
  protected:
    void TearDown() override
    {
        Config::Reset();
        Simulator::Destroy();
    }
};

TEST_P(ConfigStoreTest, DefaultsSurvive)
{
    const Values shipped = Defaults();
    ForEachDefault([](TypeId tid, const TypeId::AttributeInformation& info) {
        Config::SetDefault(tid.GetName() + "::" + info.name, StringValue(Another(info)));
    });
    const Values changed = Defaults();
    EXPECT_GT(changed.size(), 45U);
    for (const auto& [name, value] : changed)
    {
        EXPECT_NE(value, shipped.at(name)) << name;
    }
    Store(GetParam(), "Save", &ConfigStore::ConfigureDefaults);
    Config::Reset();
    EXPECT_EQ(Defaults(), shipped);
    Store(GetParam(), "Load", &ConfigStore::ConfigureDefaults);
    EXPECT_EQ(Defaults(), changed);
}

/** Adds the attributes of an object that can be set. */
void
Collect(const Ptr<Object>& object, const std::string& where, Values& values)
{
    const TypeId tid = object->GetInstanceTypeId();
    for (std::size_t a = 0; a < tid.GetAttributeN(); ++a)
    {
        const TypeId::AttributeInformation info = tid.GetAttribute(a);
        const Ptr<AttributeValue> value = info.checker->Create();
        object->GetAttribute(info.name, *value);
        if ((info.flags & TypeId::ATTR_SET) != 0 &&
            info.name.find("ErrorModel") == std::string::npos)
        {
            values[where + info.name] = value->SerializeToString(info.checker);
        }
    }
}

Values
AttributesOf(Network& network)
{
    Values values;
    for (PortIndex port = 0; port < 4; ++port)
    {
        const Ptr<Port> face = network.GetFaces().PortAt(port);
        const std::string where = PortName(network.GetTopology(), port) + " ";
        PointerValue queue;
        face->GetAttribute("Queue", queue);
        Collect(queue.Get<Object>(), where, values);
        Collect(face->GetChannel(), where, values);
    }
    Collect(network.GetFaces().NodeAt(2)->GetObject<Switch>(), "switch ", values);
    Collect(network.GetQueuePairs()[0], "queue pair ", values);
    return values;
}

Ptr<Network>
MakeConnected()
{
    const Ptr<Network> network = test::MakeNetwork(test::SmallFabric(2, 2, 0));
    network->Connect(0, 1);
    return network;
}

TEST_P(ConfigStoreTest, AttributesSurvive)
{
    Config::SetDefault("ns3::mrc::QpProfile::DynamicMpr", BooleanValue(true));
    Ptr<Network> network = MakeConnected();
    const Values shipped = AttributesOf(*network);
    const std::string queues = "/NodeList/*/DeviceList/*/$ns3::mrc::Port/Queue/";
    const std::map<std::string, std::string> changes{
        {queues + "DataLimit", "100001"},
        {queues + "TrimmedLimit", "100002"},
        {queues + "ControlLimit", "100003"},
        {queues + "EcnMinimum", "100004"},
        {queues + "EcnMaximum", "100005"},
        {queues + "EcnProbability", "0.25"},
        {queues + "Trimming", "false"},
        {queues + "RetxFirst", "true"},
        {queues + "TrimSize", "300"},
        {queues + "TrimVictim", "Either"},
        {queues + "TrimmedShare", "0.5"},
        {"/NodeList/[0-1]/DeviceList/*/$ns3::mrc::Port/Queue/DscpTrimmed", "21"},
        {"/NodeList/2/DeviceList/*/$ns3::mrc::Port/Queue/DscpTrimmed", "11"},
        {"/ChannelList/*/$ns3::mrc::Link/DataRate", "25Gbps"},
        {"/ChannelList/*/$ns3::mrc::Link/Delay", "123ns"},
        {"/ChannelList/1/$ns3::mrc::Link/Up", "false"},
        {"/NodeList/*/$ns3::mrc::Switch/Latency", "777ns"},
        {"/NodeList/*/$ns3::mrc::Nic/QueuePairs/*/Mpr", "5"},
        {"/NodeList/*/$ns3::mrc::Nic/QueuePairs/*/Penalty", "64"},
    };
    for (const auto& [path, value] : changes)
    {
        Config::Set(path, StringValue(value));
    }
    const Values changed = AttributesOf(*network);
    EXPECT_EQ(changed.count("queue pair Mpr"), 1U);
    EXPECT_EQ(changed.count("queue pair Penalty"), 1U);
    for (const auto& [name, value] : changed)
    {
        if (name != "nic0.p0 Up" && name != "p0.t0.0.down0 Up") // channel 0 stays up
        {
            EXPECT_NE(value, shipped.at(name)) << name;
        }
    }
    Store(GetParam(), "Save", &ConfigStore::ConfigureAttributes);
    network = MakeConnected();
    EXPECT_EQ(AttributesOf(*network), shipped);
    Store(GetParam(), "Load", &ConfigStore::ConfigureAttributes);
    EXPECT_EQ(AttributesOf(*network), changed);
}

INSTANTIATE_TEST_SUITE_P(Formats, ConfigStoreTest, testing::Values("RawText", "Xml"));

} // namespace
} // namespace mrc
} // namespace ns3
