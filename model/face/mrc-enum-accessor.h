/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ENUM_ACCESSOR_H
#define MRC_ENUM_ACCESSOR_H

#include "ns3/enum.h"

namespace ns3
{
namespace mrc
{

/** As EnumAccessor, where MakeEnumAccessor wants the type: ns-3 3.41 and later. */
template <class Enum, class... Members>
auto
EnumAccessorOf(int, Members... members) -> decltype(MakeEnumAccessor<Enum>(members...))
{
    return MakeEnumAccessor<Enum>(members...);
}

/** As EnumAccessor, where MakeEnumAccessor finds the type: ns-3 up to 3.40. */
template <class Enum, class... Members>
auto
EnumAccessorOf(long, Members... members) -> decltype(MakeEnumAccessor(members...))
{
    return MakeEnumAccessor(members...);
}

/**
 * @param members a member, or a setter and a getter
 * @return an accessor for an attribute of this type, in every supported release of ns-3
 */
template <class Enum, class... Members>
auto
EnumAccessor(Members... members)
{
    return EnumAccessorOf<Enum>(0, members...); // an int fits the first better
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_ENUM_ACCESSOR_H */
