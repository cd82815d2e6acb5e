/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROCE_CONFIG_H
#define MRC_ROCE_CONFIG_H

#include "mrc-dcqcn-config.h"

#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

// Unscoped enumerations, as ns-3's attributes want them.

/** The packets that a requester sends again when a packet is missing [roce-recovery]. */
enum RoceRecovery
{
    ROCE_GO_BACK_N,        //!< all from the missing packet on
    ROCE_SELECTIVE_REPEAT, //!< that packet; the responder keeps later ones
};

/** How fast a requester sends [roce-rate]. */
enum RoceRateControl
{
    ROCE_DCQCN,      //!< as CNPs say
    ROCE_FIXED_RATE, //!< at one rate
    ROCE_LINE_RATE,  //!< as fast as the port
};

/** Which class ACKs and NAKs travel in [roce-classes]. */
enum RoceAckClass
{
    ROCE_ACK_WITH_DATA, //!< the data's: ACKs have the DSCP of data
    ROCE_ACK_WITH_CNP,  //!< the CNPs'
};

/** The settings of a queue pair of RoCEv2. */
struct RoceConfig
{
    RoceRecovery recovery{ROCE_GO_BACK_N};     //!< [roce-recovery]
    uint8_t timeoutExponent{14};               //!< local ACK timeout 4.096 us x 2^this, 67 ms
    uint8_t retries{7};                        //!< without progress; [roce-retries]
    uint16_t ackInterval{16};                  //!< packets; [roce-ack-request]
    Span nakInterval;                          //!< a NAK is repeated after this; 0: never
    Span reorderTime;                          //!< before a gap is a loss; [roce-reorder]
    uint64_t window{0};                        //!< bytes in flight; 0: no limit
    RoceRateControl rateControl{ROCE_DCQCN};   //!< [roce-rate]
    uint64_t fixedRate{0};                     //!< bit/s of ROCE_FIXED_RATE; 0: the line's
    DcqcnPreset preset{DCQCN_CONWEAVE};        //!< of DCQCN; [dcqcn-presets]
    uint8_t dataDscp{26};                      //!< [roce-classes]
    uint8_t cnpDscp{48};                       //!< [roce-classes]
    RoceAckClass ackClass{ROCE_ACK_WITH_DATA}; //!< [roce-classes]
    // Of the preset's values those that are not 0 here take the place.
    double gain{0};                       //!< g [dcqcn-presets]
    Span cnpInterval;                     //!< [dcqcn-notification]
    Span alphaInterval;                   //!< [dcqcn-reaction]
    Span increaseInterval;                //!< [dcqcn-reaction]
    uint32_t fastSteps{0};                //!< F [dcqcn-reaction]
    uint64_t additive{0};                 //!< RAI, bit/s [dcqcn-reaction]
    uint64_t hyper{0};                    //!< RHAI, bit/s [dcqcn-reaction]
    uint64_t minRate{0};                  //!< bit/s [dcqcn-reaction]
    uint32_t rehashRounds{0};             //!< 0: the path stays; [roce-rehash]
    Span rehashRound;                     //!< 0: 20 us, or two CNP intervals; [roce-rehash]
    Span rehashSuspend{Micros(60000000)}; //!< after a timeout, times 1 to 2; [roce-rehash]
    int16_t plane{-1};                    //!< -1: by a hash of the queue pair; [roce-path]

    /**
     * @param lineRate of the NIC's port, bit/s
     * @return the values of DCQCN
     */
    DcqcnConfig Dcqcn(uint64_t lineRate) const;

    /** @return the local ACK timeout [roce-timeout] */
    Span AckTimeout() const
    {
        return Nanos(4096) * (int64_t{1} << timeoutExponent);
    }
};

/** @return whether all values are the same */
bool operator==(const RoceConfig& one, const RoceConfig& other);

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROCE_CONFIG_H */
