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
 * Sets an attribute of a factory's objects, as ObjectFactory::Set does, but with a better error.
 *
 * @param factory with the TypeId set
 * @param name of the attribute
 * @param value a value of the attribute's type, or a StringValue that can be turned into one
 * @throws std::invalid_argument naming the attributes that there are, or the value and the expected
 * one
 */
void SetCheckedAttribute(ObjectFactory& factory,
                         const std::string& name,
                         const AttributeValue& value);

/**
 * Refuses defaults of attributes that have none of their own: those of faces, which show the values
 * that the fabric was built with.
 *
 * @param tid the class with the attributes
 * @throws std::invalid_argument naming an attribute with a changed default, and the way to set that
 * attribute
 */
void RefuseDefaults(TypeId tid);

} // namespace mrc
} // namespace ns3

#endif /* MRC_ATTRIBUTE_CHECK_H */
