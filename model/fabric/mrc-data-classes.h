/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DATA_CLASSES_H
#define MRC_DATA_CLASSES_H

#include "mrc-ecn-marker.h"
#include "mrc-wred-profile.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

/** One class of data at the ports of switches [data-classes]. */
struct DataClass
{
    uint64_t dscps{0};               //!< DSCPs of its packets, 2^DSCP each
    uint8_t weight{1};               //!< share of the line of data, 1 .. 255
    uint32_t limit{UINT32_MAX};      //!< bytes that may wait; UINT32_MAX: as many as DataLimit says
    std::optional<EcnMarker> marker; //!< instead of that of the port
    std::optional<WredProfile> wred; //!< early drops; nothing: as of all data
};

/** The classes of data of a fabric; the first has all DSCPs that no other has. */
struct DataClassPlan
{
    static constexpr unsigned MOST = 8; //!< classes

    std::vector<DataClass> classes; //!< none: data is one class
    uint8_t lossless{0};            //!< classes that PFC pauses, 2^number each [pfc-lossless]

    /** @return whether data has several classes */
    bool Any() const
    {
        return !classes.empty();
    }

    /**
     * @param which number of a class
     * @return whether PFC pauses the class, of which all DSCPs are lossless then
     */
    bool IsLossless(unsigned which) const
    {
        return (lossless >> which & 1) != 0;
    }

    /**
     * Says which classes PFC pauses.
     *
     * @param dscps that are lossless, 2^DSCP each
     * @throws std::invalid_argument naming a DSCP beside others in one class that are not lossless
     */
    void NoteLossless(uint64_t dscps);

    /** @return whether any class has early drops of its own */
    bool DropsEarly() const
    {
        bool any = false;
        for (const DataClass& each : classes)
        {
            any |= each.wred.has_value();
        }
        return any;
    }

    /**
     * @param dscp of data
     * @return number of its class
     */
    unsigned Of(uint8_t dscp) const
    {
        for (unsigned i = 1; i < classes.size(); ++i)
        {
            if ((classes[i].dscps >> (dscp & 63) & 1) != 0)
            {
                return i;
            }
        }
        return 0;
    }

    /**
     * @param dscp of data
     * @param common the profile of all data
     * @return that of the class of this DSCP
     */
    const WredProfile& WredOf(uint8_t dscp, const WredProfile& common) const
    {
        const DataClass& own = classes[Of(dscp)];
        return own.wred ? *own.wred : common;
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DATA_CLASSES_H */
