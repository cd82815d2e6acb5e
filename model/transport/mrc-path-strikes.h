/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_STRIKES_H
#define MRC_PATH_STRIKES_H

#include "mrc-rare-list.h"

#include "ns3/mrc-ids.h"

#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

/**
 * How many packets running has a path lost without an answer over it, and how many prove that it is
 * dead [path-strikes]?
 *
 * Several EVs can name one path. Where losses are rare, a few in a row are proof. In a large incast
 * headers of trimmed packets overflow on the last hop, whatever path they came by. Then proof takes
 * more losses, by the share of packets that this sender has lost lately on all paths.
 */
class PathStrikes
{
  public:
    /** Losses in a row that are proof where losses are rare; own choice. */
    static constexpr uint32_t FEWEST = 3;
    /** Losses in a row that are proof in any case; own choice. */
    static constexpr uint32_t MOST = 32;

    /** @return whether no path has lost a packet since its latest answer */
    bool Empty() const
    {
        return m_losses == nullptr || m_losses->strikes.empty();
    }

    /** @return paths of some planes that have lost a packet since their latest answer */
    uint32_t Count(PlaneMask planes) const;

    /**
     * A packet was lost. @param path an EV that stands for the packet's path. @return losses in a
     * row
     */
    uint32_t OnLoss(Ev path);

    /** A packet was answered, by a SACK or by the NACK of a trim. @param path as for OnLoss */
    void OnAnswer(Ev path);

    /** @return whether a path has answered as often running, while others lost packets, as it takes
     * losses to prove one dead */
    bool AnyWorks() const;

    /** @return losses in a row of a path, 0 if its latest packet was answered */
    uint32_t Of(Ev path) const;

    /** @return losses in a row that a live path has less often than one time in a thousand */
    uint32_t Proof() const;

  private:
    /** A path and its losses since the latest answer. */
    struct Strike
    {
        Ev path;
        uint32_t losses;
    };

    /** A path and its answers since the latest loss. */
    struct Run
    {
        Ev path;
        uint32_t answers;
    };

    /** What is known since the first loss. */
    struct Losses
    {
        RareList<Strike> strikes; //!< paths with a loss
        RareList<Run> runs;       //!< those that have answered while others had lost packets
        double share{0};          //!< of the latest packets
    };

    std::unique_ptr<Losses> m_losses; //!< null: no packet was lost; each answer asks that
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_STRIKES_H */
