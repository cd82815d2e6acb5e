/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_ROWS_H
#define MRC_FABRIC_ROWS_H

#include "mrc-config-rows.h"
#include "mrc-fabric-profile.h"

#include "ns3/mrc-fabric-config.h"

namespace ns3
{
namespace mrc
{

/** The table of FabricProfile's attributes. */
using FabricRows = ConfigRows<FabricProfile, FabricConfig>;

// Each class below is a part of that table. Add appends the rows of the part. Check throws
// std::invalid_argument naming attributes that contradict each other; `all` has the values of the
// SwitchProfile too, `set` only those of attributes.

/** The bound of TrimmedShare: data keeps a part of the line. */
constexpr double MOST_TRIMMED_SHARE = 0.99;

/** The limits of queues at a port. */
struct LimitRows
{
    static void Add(FabricRows& rows); //!< @param rows the table
};

/** The buffer that the ports of a switch share, instead of limits. */
struct BufferRows
{
    static void Add(FabricRows& rows);                                   //!< @param rows the table
    static void Check(const FabricConfig& set, const FabricConfig& all); //!< @param set, all values
};

/** When switches mark. */
struct MarkingRows
{
    static void Add(FabricRows& rows);          //!< @param rows the table
    static void Check(const FabricConfig& all); //!< @param all the values
};

/** When and how switches trim. */
struct TrimRows
{
    static void Add(FabricRows& rows);          //!< @param rows the table
    static void Check(const FabricConfig& all); //!< @param all the values
};

/** How the classes of a port share the port's line. */
struct WeightRows
{
    static void Add(FabricRows& rows);          //!< @param rows the table
    static void Check(const FabricConfig& all); //!< @param all the values
};

/** Several classes of data. */
struct DataClassRows
{
    static void Add(FabricRows& rows);          //!< @param rows the table
    static void Check(const FabricConfig& all); //!< @param all the values
};

/** Early drops. */
struct WredRows
{
    static void Add(FabricRows& rows);          //!< @param rows the table
    static void Check(const FabricConfig& all); //!< @param all the values
};

/** Priority flow control. */
struct PfcRows
{
    static void Add(FabricRows& rows);          //!< @param rows the table
    static void Check(const FabricConfig& all); //!< @param all the values
};

/** How switches without SRv6 find their ways. */
struct RoutingRows
{
    static void Add(FabricRows& rows); //!< @param rows the table
};

/** Lists of DSCPs beside the code points. */
struct DscpListRows
{
    static void Add(FabricRows& rows); //!< @param rows the table
};

/** The code points. */
struct CodePointRows
{
    static void Add(ConfigRows<FabricProfile, DscpPlan>& rows); //!< @param rows the table
    static void Check(const FabricConfig& all);                 //!< @param all the values
};

/** The format of packets on the wire. */
struct WireRows
{
    static void Add(FabricRows& rows); //!< @param rows the table
};

/** The segment identifiers of switches. */
struct SegmentRows
{
    static void Add(FabricRows& rows); //!< @param rows the table
};

/** Delays of hosts. */
struct DelayRows
{
    static void Add(FabricRows& rows);          //!< @param rows the table
    static void Check(const FabricConfig& all); //!< @param all the values
};

/** The behaviour of NICs when one of their links changes. */
struct FailureRows
{
    static void Add(FabricRows& rows);          //!< @param rows the table
    static void Check(const FabricConfig& all); //!< @param all the values
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_ROWS_H */
