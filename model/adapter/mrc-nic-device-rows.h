/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_DEVICE_ROWS_H
#define MRC_NIC_DEVICE_ROWS_H

#include "mrc-nic-device-settings.h"
#include "mrc-nic-device.h"

#include "ns3/mrc-config-rows.h"

namespace ns3
{
namespace mrc
{

/** Attributes of a NicDevice that are read when its stack is installed. */
using NicDeviceRows = ConfigRows<NicDevice, NicDeviceConfig>;

/** @param rows gets the limits of packets that wait */
void AddNicDeviceLimits(NicDeviceRows rows);

/** @param rows gets addresses and the spread over paths */
void AddNicDeviceAddresses(NicDeviceRows rows);

} // namespace mrc
} // namespace ns3

#endif /* MRC_NIC_DEVICE_ROWS_H */
