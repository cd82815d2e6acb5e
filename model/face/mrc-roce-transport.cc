/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-roce-transport.h"

#include "mrc-config-rows.h"
#include "mrc-fabric-profile.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-roce-config.h"
#include "ns3/mrc-roce-maker.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(RoceTransport);

namespace
{

/** Bytes of a switch's buffer under lossless queues: that of HPCC's simulator, 32 MB. */
constexpr uint64_t LOSSLESS_BUFFER = uint64_t{32} << 20;

/** The highest rate that an attribute takes, bit/s; own choice. */
constexpr uint64_t MOST_RATE = uint64_t{1} << 50;

/** @return whether somebody chose when the switches of this fabric mark */
bool
HasOwnMarks(const FabricProfile& fabric)
{
    // Only values that were set are asked for, as FabricProfile::Config has the switch profile's
    // values too.
    for (const char* name : {"EcnMinimumBytes", "EcnMaximumBytes", "EcnMaximumBytesT1"})
    {
        UintegerValue bytes;
        fabric.GetAttribute(name, bytes);
        if (bytes.Get() != 0)
        {
            return true;
        }
    }
    const FabricConfig usual;
    const std::pair<const char*, double> shares[] = {{"EcnMinimum", usual.ecnMinimum},
                                                     {"EcnMaximum", usual.ecnMaximum},
                                                     {"EcnProbability", usual.ecnProbability}};
    return std::any_of(std::begin(shares), std::end(shares), [&fabric](const auto& share) {
        DoubleValue value;
        fabric.GetAttribute(share.first, value);
        return value.Get() != share.second;
    });
}

} // namespace

TypeId
RoceTransport::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::RoceTransport")
                       .SetParent<TransportFactory>()
                       .SetGroupName("Mrc")
                       .AddConstructor<RoceTransport>();
        AddReliability(t);
        AddRates(t);
        AddDcqcn(t);
        AddWays(t);
        AddFabric(t);
        return t;
    }();
    return tid;
}

RoceTransport::RoceTransport()
    : m_config(std::make_unique<RoceConfig>()),
      m_fabric(std::make_unique<RoceFabricConfig>())
{
}

RoceTransport::~RoceTransport() = default;

void
RoceTransport::AddReliability(TypeId tid)
{
    ConfigRows<RoceTransport, RoceConfig>(tid, &RoceTransport::m_config)
        .Row("Recovery",
             &RoceConfig::recovery,
             MakeEnumChecker(ROCE_GO_BACK_N, "GoBackN", ROCE_SELECTIVE_REPEAT, "SelectiveRepeat"),
             "What is sent again when a packet is missing: all from that packet on, or that packet "
             "alone [roce-recovery]")
        .Row("AckTimeoutExponent",
             &RoceConfig::timeoutExponent,
             1,
             31,
             "Local ACK timeout: 4.096 us x 2^this, longer than an unloaded round trip "
             "[roce-timeout]")
        .Row("RetryCount",
             &RoceConfig::retries,
             0,
             7,
             "Timeouts and NAKs without progress before the queue pair fails with the next one "
             "[roce-retries]")
        .Row("AckInterval",
             &RoceConfig::ackInterval,
             1,
             65535,
             "Packets after which one asks for an ACK within a message; the last of a message "
             "always does [roce-ack-request]")
        .Row("NakInterval",
             &RoceConfig::nakInterval,
             Time(0),
             Seconds(1),
             "Going back, a packet that is still missing is asked for again after this long; 0: "
             "once, as IBTA says [roce-nak]")
        .Row("ReorderTime",
             &RoceConfig::reorderTime,
             Time(0),
             Seconds(1),
             "With SelectiveRepeat, a packet is asked for once a later one has been there for so "
             "long. This is for switches that choose a port for each packet. With 0 the packet "
             "is asked for at once [roce-reorder]")
        .Row("Window",
             &RoceConfig::window,
             0,
             uint64_t{1} << 40,
             "Payload bytes in flight at most; 0: no limit but that of the PSNs [roce-window]");
}

void
RoceTransport::AddRates(TypeId tid)
{
    ConfigRows<RoceTransport, RoceConfig>(tid, &RoceTransport::m_config)
        .Row("RateControl",
             &RoceConfig::rateControl,
             MakeEnumChecker(ROCE_DCQCN, "Dcqcn", ROCE_FIXED_RATE, "Fixed", ROCE_LINE_RATE, "None"),
             "DCQCN by ECN marks and CNPs, a fixed rate, or as fast as the port [roce-rate]")
        .Row(
            "FixedRate",
            &RoceConfig::fixedRate,
            0,
            MOST_RATE,
            "Line rate of RateControl Fixed for each queue pair, bit/s; 0: the port's [roce-rate]");
}

void
RoceTransport::AddDcqcn(TypeId tid)
{
    ConfigRows<RoceTransport, RoceConfig>(tid, &RoceTransport::m_config)
        .Row("DcqcnPreset",
             &RoceConfig::preset,
             MakeEnumChecker(DCQCN_NS3_RDMA,
                             "ns3-rdma",
                             DCQCN_HPCC,
                             "hpcc",
                             DCQCN_CONWEAVE,
                             "conweave",
                             DCQCN_ATTRIBUTE_DEFAULTS,
                             "attribute-defaults"),
             "Published set of DCQCN's values; those below that are not 0 take their place "
             "[dcqcn-presets]")
        .Row("Gain",
             &RoceConfig::gain,
             0.0,
             1.0,
             "g, of alpha's average; 0: the preset's [dcqcn-presets]")
        .Row("CnpInterval",
             &RoceConfig::cnpInterval,
             Time(0),
             Seconds(1),
             "A receiver sends at most one CNP for a queue pair in this; 0: the preset's "
             "[dcqcn-notification]")
        .Row("AlphaInterval",
             &RoceConfig::alphaInterval,
             Time(0),
             Seconds(1),
             "Without a CNP for so long alpha decays; 0: the preset's [dcqcn-reaction]")
        .Row("IncreaseInterval",
             &RoceConfig::increaseInterval,
             Time(0),
             Seconds(1),
             "Of the timer that raises the rate; 0: the preset's [dcqcn-reaction]")
        .Row("FastSteps",
             &RoceConfig::fastSteps,
             0,
             1000,
             "F, rises that halve the gap to the target rate; 0: the preset's [dcqcn-reaction]")
        .Row("AdditiveIncrease",
             &RoceConfig::additive,
             0,
             MOST_RATE,
             "RAI, bit/s; 0: the preset's [dcqcn-reaction]")
        .Row("HyperIncrease",
             &RoceConfig::hyper,
             0,
             MOST_RATE,
             "RHAI, bit/s; 0: the preset's [dcqcn-reaction]")
        .Row("MinRate",
             &RoceConfig::minRate,
             0,
             MOST_RATE,
             "Least rate, bit/s; 0: the preset's [dcqcn-reaction]");
}

void
RoceTransport::AddWays(TypeId tid)
{
    ConfigRows<RoceTransport, RoceConfig>(tid, &RoceTransport::m_config)
        .Row("DataDscp", &RoceConfig::dataDscp, 0, 63, "DSCP of data [roce-classes]")
        .Row("CnpDscp", &RoceConfig::cnpDscp, 0, 63, "DSCP of CNPs [roce-classes]")
        .Row("AckClass",
             &RoceConfig::ackClass,
             MakeEnumChecker(ROCE_ACK_WITH_DATA, "Data", ROCE_ACK_WITH_CNP, "Cnp"),
             "Whose DSCP ACKs and NAKs have: the data's or the CNPs' [roce-classes]")
        .Row("RehashRounds",
             &RoceConfig::rehashRounds,
             0,
             1000,
             "Rounds with a CNP in a row after which a requester takes another source port; then a "
             "timeout has it take one too. PLB has 12; 0: never [roce-rehash]")
        .Row("RehashRound",
             &RoceConfig::rehashRound,
             Time(0),
             Seconds(1),
             "Length of a round; 0: 20 us, or two CNP intervals if these are longer [roce-rehash]")
        .Row("RehashSuspend",
             &RoceConfig::rehashSuspend,
             Time(0),
             Seconds(1000),
             "After a timeout no CNP has a port changed for one to two times this [roce-rehash]")
        .Row("Plane",
             &RoceConfig::plane,
             -1,
             static_cast<int>(MAX_PLANES) - 1,
             "Plane of all queue pairs; -1: by a hash of each [roce-path]");
}

void
RoceTransport::AddFabric(TypeId tid)
{
    ConfigRows<RoceTransport, RoceFabricConfig>(tid, &RoceTransport::m_fabric)
        .Row("Switches",
             &RoceFabricConfig::switches,
             MakeEnumChecker(ROCE_SWITCHES_OF_FABRIC, "Fabric", ROCE_SWITCHES_OF_DCQCN, "Dcqcn"),
             "Whose marks switches have, where FabricProfile names none of its own: those of the "
             "Fabric's defaults, or those published with DcqcnPreset (Dcqcn). With Dcqcn lossless "
             "queues without a shared buffer have one [roce-fabric]");
}

/** Attributes that have other values than their defaults were chosen: they stay. */
void
RoceTransport::ShapeFabric(FabricProfile& fabric, uint64_t rate) const
{
    if (m_fabric->switches == ROCE_SWITCHES_OF_FABRIC)
    {
        return;
    }
    const FabricConfig config = fabric.Config();
    if (config.lossless != 0 && config.bufferSize == 0 && config.pfcXoff == 0)
    {
        // Published settings of lossless queues have a shared buffer.
        fabric.SetAttribute("BufferSize", UintegerValue(LOSSLESS_BUFFER));
    }
    if (HasOwnMarks(fabric))
    {
        return;
    }
    const DcqcnMarks marks = DcqcnMarksOf(m_config->preset, rate);
    fabric.SetAttribute("EcnMinimumBytes", UintegerValue(marks.minimum));
    fabric.SetAttribute("EcnMaximumBytes", UintegerValue(marks.maximum));
    fabric.SetAttribute("EcnMaximumBytesT1", UintegerValue(marks.maximum));
    // The default is 1, and the value of a switch profile would take the place of a default
    // [switch-profiles].
    const double below = std::nextafter(1.0, 0.0);
    fabric.SetAttribute("EcnProbability", DoubleValue(std::min(marks.probability, below)));
}

RoceConfig
RoceTransport::Get() const
{
    return *m_config;
}

std::shared_ptr<const TransportMaker>
RoceTransport::Maker() const
{
    // Queue pairs with the same settings share a maker; a changed setting makes another one.
    if (!m_maker || !(m_maker->Config() == *m_config))
    {
        m_maker = std::make_shared<const RoceMaker>(*m_config);
    }
    return m_maker;
}

} // namespace mrc
} // namespace ns3
