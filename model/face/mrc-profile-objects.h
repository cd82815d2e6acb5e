/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PROFILE_OBJECTS_H
#define MRC_PROFILE_OBJECTS_H

#include "mrc-config-rows.h"
#include "mrc-fabric-profile.h"
#include "mrc-own-factories.h"

#include "ns3/random-variable-stream.h"

#include <string>

namespace ns3
{
namespace mrc
{

struct FabricConfig;
struct ProfileObjects;

/** The table of a profile's attributes that are pointers. */
using ObjectRows = ConfigRows<FabricProfile, ProfileObjects>;

/**
 * What a script has beside numbers: its own objects, and files. The fabric asks objects through
 * functions, since the fabric knows no Object.
 */
struct ProfileObjects
{
    Ptr<AdmissionFactory> admission;       //!< instead of limits
    Ptr<MarkerFactory> marker;             //!< instead of RED
    Ptr<RandomVariableStream> detection;   //!< seconds of that step of convergence
    Ptr<RandomVariableStream> flooding;    //!< likewise
    Ptr<RandomVariableStream> computation; //!< likewise
    Ptr<RandomVariableStream> entry;       //!< likewise
    std::string partition{"auto"};         //!< how shards divide the fabric: a word, or a file

    /** Adds the factories. @param rows the table */
    static void AddPolicies(ObjectRows& rows);

    /** Adds the random variables. @param rows the table */
    static void AddSteps(ObjectRows& rows);

    /** Adds the partition. @param rows the table */
    static void AddPartition(ObjectRows& rows);

    /** Has functions ask the objects. @param config gets the functions */
    void FillIn(FabricConfig& config) const;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PROFILE_OBJECTS_H */
