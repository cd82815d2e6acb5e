/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DOUBTFUL_LOSSES_H
#define MRC_DOUBTFUL_LOSSES_H

#include "mrc-rare-list.h"

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

class SentRecords;
struct SackHeaders;

/** A transmission that was judged lost without anybody saying so. */
struct DoubtfulLoss
{
    uint64_t sequence;                  //!< of the packet
    Ev ev;                              //!< the EV that carried the packet
    Instant sentAt;                     //!< when
    Instant resentAt{Instant::Never()}; //!< when the packet was sent again; Never: not yet
    int64_t cut{0};                     //!< bytes that the loss took off the window
    bool retired{false};                //!< the loss retired the EV
    bool answered{false};               //!< an answer to the later transmission has come
};

/**
 * Which losses that were inferred a short while ago does a SACK prove wrong [loss-undone]?
 *
 * A loss was none if the SACK was caused by that very transmission. A loss was none, too, if the
 * packet has arrived though the SACK's cause was sent before the packet was sent again. The idea is
 * that of RFC 3522, Eifel detection, with the time stamps of SACKs.
 */
class DoubtfulLosses
{
  public:
    /** The most that are remembered, the latest; own choice. */
    static constexpr uint32_t MOST = 64;

    /** @return whether there is none */
    bool Empty() const
    {
        return m_losses.empty();
    }

    /** A packet was judged lost. */
    void Add(const DoubtfulLoss& loss);

    /** A packet was sent again. */
    void OnResent(uint64_t sequence, Instant now);

    /**
     * Takes out the losses that a SACK proves wrong.
     *
     * @param sack the SACK; packets that the SACK acknowledges are no longer in flight
     * @param packets the fates of the packets
     * @param now the time
     * @return the wrong losses; `retired` is off if their EV has lost a later packet
     */
    std::vector<DoubtfulLoss> TakeWrong(const SackHeaders& sack,
                                        const SentRecords& packets,
                                        Instant now);

    /**
     * Losses are put down to something else than paths.
     *
     * @param since those of transmissions from then on
     * @return the EVs that they had retired
     */
    std::vector<Ev> Pardon(Instant since);

  private:
    RareList<DoubtfulLoss> m_losses; //!< in the order of the judgements
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DOUBTFUL_LOSSES_H */
