/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-attribute-check.h"

#include "mrc-attribute-text.h"
#include "mrc-near-name.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/nstime.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * @return the class's own attributes with commas between them; those of parents are not among them
 */
std::string
NamesOf(TypeId tid)
{
    std::string names;
    for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
    {
        names += (i == 0 ? "" : ", ") + tid.GetAttribute(i).name;
    }
    return names;
}

/** @return the value as text, if the value is of one of these types */
template <typename... Types>
std::string
TextOf(const AttributeValue& value)
{
    std::string text = "a value of another type";
    // others need a checker of their own type to be written, or ns-3 crashes
    const auto write = [&](const auto* typed) {
        text = typed != nullptr ? "'" + typed->SerializeToString(MakeStringChecker()) + "'" : text;
    };
    (write(dynamic_cast<const Types*>(&value)), ...);
    return text;
}

} // namespace

/**
 * FabricHelper calls this at each Set...Attribute. ObjectFactory::Set would end the program at a
 * wrong name or value, without a word about the right ones.
 */
void
SetCheckedAttribute(ObjectFactory& factory, const std::string& name, const AttributeValue& value)
{
    const TypeId tid = factory.GetTypeId();
    TypeId::AttributeInformation info;
    if (!tid.LookupAttributeByName(name, &info))
    {
        throw std::invalid_argument(tid.GetName() + " has no attribute '" + name + "'" +
                                    WhereAttribute(tid, name) + "; expected one of " +
                                    NamesOf(tid));
    }
    // A text is judged apart: CreateValidValue would hand it to ns-3's reader, which ends the
    // program where it cannot read.
    const auto* text = dynamic_cast<const StringValue*>(&value);
    std::string wanted;
    if (text)
    {
        wanted = ExpectedText(text->Get(), *info.checker, info.help);
    }
    else if (!info.checker->CreateValidValue(value))
    {
        wanted = TypeAndRange(*info.checker) + ": " + info.help;
    }
    if (!wanted.empty())
    {
        const std::string shown =
            TextOf<StringValue, UintegerValue, IntegerValue, DoubleValue, BooleanValue, TimeValue>(
                value);
        throw std::invalid_argument(tid.GetName() + "::" + name + " = " + shown + "; expected " +
                                    wanted);
    }
    factory.Set(name, value);
}

/**
 * FabricHelper::Install calls this before anything is built: a default of a face set by
 * Config::SetDefault would be lost without a word.
 */
void
RefuseDefaults(TypeId tid)
{
    for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
    {
        const TypeId::AttributeInformation info = tid.GetAttribute(i);
        // Values of attributes have no comparison of their own, so their texts are compared.
        const auto text = [&info](const Ptr<const AttributeValue>& value) {
            return value->SerializeToString(info.checker);
        };
        // Defaults reach an object only through attributes with ATTR_CONSTRUCT; no other attribute
        // may have been touched.
        if ((info.flags & TypeId::ATTR_CONSTRUCT) == 0 &&
            text(info.initialValue) != text(info.originalInitialValue))
        {
            throw std::invalid_argument(tid.GetName() + "::" + info.name + " = " +
                                        text(info.initialValue) +
                                        " has no effect as a default; expected an attribute of a "
                                        "profile or of the topology, or Config::Set once the "
                                        "fabric is installed");
        }
    }
}

} // namespace mrc
} // namespace ns3
