/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-config-db.h"

#include "mrc-srv6-words.h"

#include "ns3/mrc-json.h"

#include <utility>

#ifdef MRC_HAS_JSON

namespace ns3
{
namespace mrc
{

namespace
{

/** One table's entries as lines of FRR, which SONiC's bgpcfgd makes of them too. */
class ConfigDbReader
{
  public:
    ConfigDbReader(const JsonText& json,
                   Srv6RoutingProtocol& protocol,
                   const std::map<std::string, uint32_t>& interfaces)
        : m_json(json),
          m_protocol(protocol),
          m_interfaces(interfaces)
    {
    }

    void Read()
    {
        // SIDs refer to locators, so these are read first.
        ReadTable("SRV6_MY_LOCATORS", &ConfigDbReader::LocatorLine);
        ReadTable("SRV6_MY_SIDS", &ConfigDbReader::SidLine);
        ReadTable("STATIC_ROUTE", &ConfigDbReader::RouteLine);
    }

  private:
    /** @return the line of an entry, empty if there is none to make */
    using LineOf = std::string (ConfigDbReader::*)(const std::string& key, const Json& entry);

    void ReadTable(const std::string& name, LineOf lineOf)
    {
        const auto table = m_json.Root().find(name);
        if (table == m_json.Root().not_found())
        {
            return;
        }
        for (const auto& [key, entry] : table->second)
        {
            const std::string where = name + " '" + key + "': ";
            // An entry is turned into a line of FRR: one reader knows what SIDs and routes may be.
            try
            {
                ReadSrv6Line(m_protocol, (this->*lineOf)(key, entry));
            }
            catch (const JsonError& error)
            {
                m_json.Fail(error.Value(), JsonPart::VALUE, where + error.what());
            }
            catch (const std::invalid_argument& error)
            {
                m_json.Fail(entry, JsonPart::NAME, where + error.what());
            }
        }
    }

    /** @return a field's value, the given one if the entry has no such field */
    static std::string Field(const Json& entry, const char* name, const std::string& otherwise)
    {
        return entry.get<std::string>(name, otherwise);
    }

    /** @return a field's value; an error without one */
    static std::string Demand(const Json& entry, const char* name)
    {
        const std::string value = Field(entry, name, "");
        if (value.empty())
        {
            throw JsonError(entry,
                            "the field " + std::string(name) + " is missing; expected a value");
        }
        return value;
    }

    /**
     * @return the parts of a key before and behind the key's bar, the former empty without a bar
     */
    static std::pair<std::string, std::string> Halves(const std::string& key)
    {
        const std::size_t bar = key.find('|');
        return bar == std::string::npos ? std::pair(std::string(), key)
                                        : std::pair(key.substr(0, bar), key.substr(bar + 1));
    }

    /** @return the number of the interface that a field names */
    std::string NumberOf(const Json& entry, const char* name) const
    {
        const std::string interface = Demand(entry, name);
        const auto found = m_interfaces.find(interface);
        if (found == m_interfaces.end())
        {
            throw JsonError(entry.get_child(name),
                            "the interface '" + interface +
                                "'; expected one of those that the script names");
        }
        return std::to_string(found->second);
    }

    std::string LocatorLine(const std::string& key, const Json& entry)
    {
        // SONiC wants a prefix of each locator, though SIDs have their own.
        Demand(entry, "prefix");
        m_blocks[key] = Field(entry, "block_len", "32");
        return "";
    }

    std::string SidLine(const std::string& key, const Json& entry)
    {
        const auto [locator, prefix] = Halves(key);
        const auto block = m_blocks.find(locator);
        if (block == m_blocks.end())
        {
            throw std::invalid_argument("the locator '" + locator +
                                        "'; expected one of SRV6_MY_LOCATORS");
        }
        const std::string mode = Field(entry, "decap_dscp_mode", "pipe");
        if (mode != "pipe")
        {
            throw JsonError(entry.get_child("decap_dscp_mode"),
                            "decap_dscp_mode '" + mode +
                                "'; expected pipe, the inner header stays as it is");
        }
        std::string line = "sid " + prefix + " block " + block->second + " behavior " +
                           Demand(entry, "action") + " vrf " + Field(entry, "decap_vrf", "default");
        if (!Field(entry, "interface", "").empty())
        {
            // An error of the name comes first.
            const std::string number = NumberOf(entry, "interface");
            line += " interface " + number + " nexthop " + Demand(entry, "adj");
        }
        return line;
    }

    std::string RouteLine(const std::string& key, const Json& entry)
    {
        const auto [vrf, prefix] = Halves(key);
        if (prefix.find(':') == std::string::npos)
        {
            return ""; // a route of IPv4
        }
        if (!vrf.empty() && vrf != "default")
        {
            throw std::invalid_argument("the VRF '" + vrf + "'; expected default");
        }
        if (Field(entry, "blackhole", "false") == "true")
        {
            return "ipv6 route " + prefix + " blackhole";
        }
        const std::string nextHop = Demand(entry, "nexthop");
        return "ipv6 route " + prefix + " " + nextHop + " " + NumberOf(entry, "ifname");
    }

    const JsonText& m_json;
    Srv6RoutingProtocol& m_protocol;
    const std::map<std::string, uint32_t>& m_interfaces;
    std::map<std::string, std::string> m_blocks; //!< length of each locator's block
};

} // namespace

void
ReadConfigDb(Srv6RoutingProtocol& protocol,
             const std::string& json,
             const std::map<std::string, uint32_t>& interfaces)
{
    const JsonText text(json, "CONFIG_DB");
    ConfigDbReader(text, protocol, interfaces).Read();
}

} // namespace mrc
} // namespace ns3

#else

void
ns3::mrc::ReadConfigDb(Srv6RoutingProtocol&,
                       const std::string&,
                       const std::map<std::string, uint32_t>&)
{
    RefuseJson("CONFIG_DB");
}

#endif
