/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAFFIC_CLASS_H
#define MRC_TRAFFIC_CLASS_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The classes of an egress port, in the order of their priority [class-order]. */
enum class TrafficClass : uint8_t
{
    CONTROL = 0,
    TRIMMED = 1,
    DATA = 2,
};

/** All classes, the highest priority first. */
constexpr TrafficClass ALL_CLASSES[] = {TrafficClass::CONTROL,
                                        TrafficClass::TRIMMED,
                                        TrafficClass::DATA};

/** How many traffic classes a port has. */
constexpr unsigned TRAFFIC_CLASSES = 3;

/** A value for each traffic class. */
template <class Value>
struct ByClass
{
    Value values[TRAFFIC_CLASSES]; //!< in the order of the classes

    /**
     * @param where a class
     * @return the value of the class
     */
    Value& operator[](TrafficClass where)
    {
        return values[static_cast<unsigned>(where)];
    }

    /**
     * @param where a class
     * @return the value of the class
     */
    const Value& operator[](TrafficClass where) const
    {
        return values[static_cast<unsigned>(where)];
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAFFIC_CLASS_H */
