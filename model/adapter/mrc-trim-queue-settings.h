/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRIM_QUEUE_SETTINGS_H
#define MRC_TRIM_QUEUE_SETTINGS_H

#include "ns3/mrc-dscp.h"
#include "ns3/mrc-port-config.h"
#include "ns3/mrc-trim-length.h"
#include "ns3/mrc-wred-profile.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The settings of a TrimQueueDisc; the meaning of a value stands at the attribute of the same name.
 * Members without a value here begin with that of FabricProfile's attribute.
 */
struct TrimQueueSettings
{
    uint32_t dataLimit{150000};    //!< bytes: 12 us at 100 Gb/s, as is the next
    uint32_t trimmedLimit{150000}; //!< bytes
    uint32_t controlLimit{150000}; //!< bytes
    uint32_t ecnMinimum{30000};    //!< bytes: 0.2 of the above
    uint32_t ecnMaximum{120000};   //!< bytes: 0.8 of the above
    double ecnProbability{};       //!< just below ecnMaximum
    uint32_t wredMinimum{0};       //!< bytes of data up to which none is dropped early
    uint32_t wredMaximum{0};       //!< bytes from which all is; 0: none at any depth
    double wredProbability{};      //!< just below wredMaximum
    bool wredDropsEct{};           //!< whether data that can be marked is dropped too
    bool trimming{};               //!< trim instead of dropping
    uint16_t trimSize{};           //!< bytes, from the IPv6 header on
    TrimLength trimLength{};       //!< length fields that are corrected
    double trimmedShare{};         //!< of the line, beside data
    TrimVictim trimVictim{};       //!< which packet is trimmed
    bool lastHop{false};           //!< which code point trimmed packets get
    EcnMarkAt ecnMarkAt{};         //!< when a mark is decided
    bool retxFirst{};              //!< whether the other trimmable code point goes first
    uint8_t controlWeight{};       //!< of the classes; 0 of all three: priority
    uint8_t trimmedWeight{};       //!< the same of trimmed packets
    uint8_t dataWeight{};          //!< the same of data
    uint32_t bufferReserved{};     //!< bytes of each class beside the shared buffer
    int8_t dataThreshold{};        //!< exponent of the class's share of the free buffer
    int8_t trimmedThreshold{};     //!< the same of trimmed packets
    int8_t controlThreshold{};     //!< the same of control
};

/**
 * Refuses settings that no queue could have; a fatal error names the attributes.
 *
 * @param s the settings
 * @param dscp code points of the classes
 * @param hasBuffer whether the queue shares a buffer
 */
void CheckTrimQueue(const TrimQueueSettings& s, const DscpPlan& dscp, bool hasBuffer);

/**
 * @param s the settings
 * @param dscp code points of the classes
 * @return limits and marks of a port like that
 */
PortConfig PortConfigOf(const TrimQueueSettings& s, const DscpPlan& dscp);

/**
 * @param s the settings
 * @return early drops
 */
WredProfile WredOf(const TrimQueueSettings& s);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRIM_QUEUE_SETTINGS_H */
