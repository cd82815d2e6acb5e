/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SWITCH_PROFILE_H
#define MRC_SWITCH_PROFILE_H

#include "mrc-fabric-config.h"

#include <vector>

namespace ns3
{
namespace mrc
{

/** One value of one switch profile. */
struct ProfileValue
{
    double value;              //!< in the unit of the attribute
    const char* borrowed;      //!< the source of the profile's value; null: its own template
    const char* word{nullptr}; //!< name of the value, where the attribute has names
};

/** The values of one attribute of FabricProfile in all switch profiles. */
struct ProfileRow
{
    const char* attribute;       //!< of the attribute
    ProfileValue tomahawk5Sonic; //!< Arista 7060X6-64PE-B-C512S2: Tomahawk 5, 512 x 100G
    ProfileValue spectrum4Sonic; //!< SN5600-C256S1: Spectrum-4, 256 x 100G
    ProfileValue sn6600Sonic;    //!< SN6600_LD-P128C2
    void (*fill)(FabricConfig& config, double value); //!< unless the value was set

    /** @return the value for switches of a kind that has a template: not SWITCHES_UEC */
    const ProfileValue& Of(SwitchModel model) const;
};

/** @return all that switch profiles say, a row for each attribute [switch-profiles] */
const std::vector<ProfileRow>& SwitchProfileRows();

/**
 * A property or behaviour of switches as sold that switch profiles leave to an attribute's default.
 */
struct ProfileGap
{
    const char* attribute; //!< of the attribute
    const char* sold;      //!< the behaviour of the switches, and its source
};

/** @return all of those [switch-profiles] */
const std::vector<ProfileGap>& SwitchProfileGaps();

/**
 * Fills in the values of a switch profile.
 *
 * @param config names the profile; a value other than the default was set, and stays
 * @return all values
 */
FabricConfig WithSwitchProfile(FabricConfig config);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SWITCH_PROFILE_H */
