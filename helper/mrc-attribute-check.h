/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ATTRIBUTE_CHECK_H
#define MRC_ATTRIBUTE_CHECK_H

#include "ns3/attribute.h"
#include "ns3/object-factory.h"

#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Sets an attribute of what a factory makes, as ObjectFactory::Set does, but says more when it
 * cannot: a fatal error names the attributes that there are, or the value and what was expected.
 *
 * @param factory with its TypeId set
 * @param name of the attribute
 * @param value a value of the attribute's type, or a StringValue that can be turned into one
 */
void SetCheckedAttribute(ObjectFactory& factory,
                         const std::string& name,
                         const AttributeValue& value);

/**
 * Ends the program, with the way to set it, if the default of an attribute was changed that has no
 * default of its own: those of faces, which show what the fabric was built with.
 *
 * @param tid whose attributes
 */
void RefuseDefaults(TypeId tid);

} // namespace mrc
} // namespace ns3

#endif /* MRC_ATTRIBUTE_CHECK_H */
