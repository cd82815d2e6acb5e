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
template <class Enum, class Member>
auto
EnumAccessorOf(Member member, int) -> decltype(MakeEnumAccessor<Enum>(member))
{
    return MakeEnumAccessor<Enum>(member);
}

/** As EnumAccessor, where MakeEnumAccessor finds the type: ns-3 up to 3.40. */
template <class Enum, class Member>
auto
EnumAccessorOf(Member member, long) -> decltype(MakeEnumAccessor(member))
{
    return MakeEnumAccessor(member);
}

/** @return an accessor for an attribute of this type, in every supported release of ns-3 */
template <class Enum, class Member>
auto
EnumAccessor(Member member)
{
    return EnumAccessorOf<Enum>(member, 0); // an int fits the first better
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_ENUM_ACCESSOR_H */
