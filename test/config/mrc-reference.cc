/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Prints the facts of the documents about attributes and trace sources, from the TypeIds
// themselves.

#include "../mrc-trace-signatures.h"

#include "ns3/mrc-network.h"
#include "ns3/mrc-switch-profile.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

void
PrintAttributes(TypeId tid)
{
    for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
    {
        const TypeId::AttributeInformation info = tid.GetAttribute(i);
        const std::string type = info.checker->GetValueTypeName();
        const std::string range = info.checker->GetUnderlyingTypeInformation();
        const bool isSet = (info.flags & (TypeId::ATTR_CONSTRUCT | TypeId::ATTR_SET)) != 0;
        const std::string initial = info.originalInitialValue->SerializeToString(info.checker);
        std::cout << "``" << info.name << "``\n   " << info.help << ".\n\n   ``" << type << "``"
                  << (range.empty() || range == type ? "" : ", ``" + range + "``");
        if (!isSet)
        {
            std::cout << "; read only\n\n";
        }
        else if ((info.flags & TypeId::ATTR_CONSTRUCT) == 0)
        {
            std::cout << "; at any time\n\n";
        }
        else
        {
            std::cout << "; default " << (initial.empty() ? "none" : "``" + initial + "``")
                      << "\n\n";
        }
    }
}

void
PrintTraces(TypeId tid)
{
    const auto signatures = mrc::test::TraceSignatures();
    for (std::size_t i = 0; i < tid.GetTraceSourceN(); ++i)
    {
        const TypeId::TraceSourceInformation info = tid.GetTraceSource(i);
        std::cout << "``" << info.name << "`` (trace source)\n   " << info.help << ".\n\n   ``"
                  << info.callback << signatures.at(info.callback) << "``\n\n";
    }
}

/** Prints the table of switch profiles; a borrowed value has a number, and a line below. */
void
PrintSwitchProfiles()
{
    const std::string title = "Switch profiles";
    std::cout << title << '\n'
              << std::string(title.size(), '=') << "\n\n"
              << "What ``FabricProfile::SwitchProfile`` fills in [switch-profiles]; ``uec`` is the "
                 "defaults.\n\n"
              << ".. list-table::\n   :header-rows: 1\n\n   * - attribute\n"
              << "     - ``tomahawk5-sonic``\n     - ``spectrum4-sonic``\n"
              << "     - ``sn6600-sonic``\n";
    std::vector<std::string> sources;
    for (const mrc::ProfileRow& row : mrc::SwitchProfileRows())
    {
        std::cout << "   * - ``" << row.attribute << "``\n";
        for (const mrc::SwitchModel model : {mrc::SWITCHES_TOMAHAWK5_SONIC,
                                             mrc::SWITCHES_SPECTRUM4_SONIC,
                                             mrc::SWITCHES_SN6600_SONIC})
        {
            const mrc::ProfileValue& value = row.Of(model);
            std::cout << "     - " << std::setprecision(10);
            value.word != nullptr ? std::cout << value.word : std::cout << value.value;
            if (value.borrowed != nullptr)
            {
                auto found = std::find(sources.begin(), sources.end(), value.borrowed);
                if (found == sources.end())
                {
                    found = sources.insert(sources.end(), value.borrowed);
                }
                std::cout << " (" << found - sources.begin() + 1 << ')';
            }
            std::cout << '\n';
        }
    }
    std::cout << "\nBorrowed, as the template has no such value:\n\n";
    for (std::size_t i = 0; i < sources.size(); ++i)
    {
        std::cout << '(' << i + 1 << ") " << sources[i] << "\n\n";
    }
    std::cout << "Left at their defaults in all profiles:\n\n"
              << ".. list-table::\n   :header-rows: 1\n\n   * - attribute\n"
              << "     - what these switches have\n";
    for (const mrc::ProfileGap& gap : mrc::SwitchProfileGaps())
    {
        std::cout << "   * - ``" << gap.attribute << "``\n     - " << gap.sold << '\n';
    }
    std::cout << '\n';
}

} // namespace

int
main()
{
    mrc::Network::GetTypeId(); // the library is needed
    std::map<std::string, TypeId> types;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId tid = TypeId::GetRegistered(i);
        if (tid.GetGroupName() == "Mrc" && tid.GetAttributeN() + tid.GetTraceSourceN() > 0)
        {
            types[tid.GetName()] = tid;
        }
    }
    const std::string title = "Attributes and trace sources";
    std::cout << ".. SPDX-License-Identifier: GPL-2.0-only\n"
              << ".. made by test/config/mrc-reference.cc from the TypeIds\n\n"
              << title << '\n'
              << std::string(title.size(), '=') << "\n\n"
              << "A name in brackets is a clause of :doc:`model/index`, which says more.\n\n";
    for (const auto& [name, tid] : types)
    {
        std::cout << name << '\n' << std::string(name.size(), '*') << "\n\n";
        PrintAttributes(tid);
        PrintTraces(tid);
    }
    PrintSwitchProfiles();
    return 0;
}
