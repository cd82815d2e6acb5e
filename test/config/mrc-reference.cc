/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Prints what the documents say about attributes and trace sources, from the TypeIds themselves.

#include "../mrc-trace-signatures.h"

#include "ns3/mrc-network.h"
#include "ns3/type-id.h"

#include <iostream>
#include <map>
#include <string>

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
            std::cout << "; default ``" << initial << "``\n\n";
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
    return 0;
}
