/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-part-losses.h"

#include "mrc-fabric-parts.h"
#include "mrc-nic-rates.h"
#include "mrc-worst-parts.h"

#include <algorithm>
#include <map>

namespace ns3
{
namespace mrc
{

namespace
{

/** Finds the losses of one fabric; an instance is used once. */
class LossFinder
{
  public:
    LossFinder(const Topology& topology, uint32_t nicsPerServer, PathShares& shares)
        : m_shares(shares),
          m_nicsPerServer(nicsPerServer),
          m_parts(topology, shares),
          m_rates(topology.Spec().nics, shares.Links())
    {
    }

    std::vector<PartLoss> Find()
    {
        // The first pass finds which part of each kind takes most from any source.
        WorstParts worst(m_parts, m_shares);
        VisitSources([&](uint32_t source) { worst.Note(source); });
        for (const WorstPart& chosen : worst.Choose())
        {
            m_chosen.push_back({chosen, {}});
        }
        // Losses by NIC would be too many for all parts, so a second pass finds those of the worst
        // ones.
        VisitSources([this](uint32_t source) { NoteLosses(source); });
        std::vector<PartLoss> losses;
        for (const Chosen& chosen : m_chosen)
        {
            losses.push_back({chosen.worst.name, LossOf(chosen)});
        }
        return losses;
    }

  private:
    /** A part, and the share that NICs lose with the part. */
    struct Chosen
    {
        WorstPart worst;
        std::map<uint32_t, double> nicLosses; //!< of a NIC's whole bandwidth
    };

    template <class Visit>
    void VisitSources(Visit visit)
    {
        for (uint32_t node = m_parts.FirstSwitch(); node < m_parts.Nodes(); ++node)
        {
            if (!m_shares.NicsOf(node).empty())
            {
                m_shares.SpreadFrom(node);
                visit(node);
            }
        }
    }

    /** Shares of a NIC weigh its ports by their rates. */
    void NoteLosses(uint32_t source)
    {
        const PlaneId plane = m_parts.PlaneOf(m_parts.OfNode(source));
        for (Chosen& chosen : m_chosen)
        {
            const FabricPart part = chosen.worst.part;
            // A link of a NIC hits that NIC alone, which LossOf adds.
            if (m_parts.PlaneOf(part) != plane || m_parts.IsAccess(part))
            {
                continue;
            }
            const double share = m_parts.ShareOf(part, source);
            for (const uint32_t nic : m_shares.NicsOf(source))
            {
                chosen.nicLosses[nic] = share * m_rates.ShareOf(nic, plane);
            }
        }
    }

    BlastRadius LossOf(const Chosen& chosen) const
    {
        const FabricPart part = chosen.worst.part;
        BlastRadius loss{chosen.worst.share, 0, 0, chosen.worst.nics};
        std::map<uint32_t, double> losses = chosen.nicLosses;
        if (m_parts.IsAccess(part))
        {
            const uint32_t nic = m_shares.Links()[part].ends[0];
            losses[nic] = m_rates.ShareOf(nic, m_parts.PlaneOf(part));
        }
        std::map<uint32_t, double> servers;
        for (const auto& [nic, lost] : losses)
        {
            // A server loses the mean of what its NICs lose.
            double& server = servers[nic / m_nicsPerServer];
            server += lost / m_nicsPerServer;
            loss.nicShare = std::max(loss.nicShare, lost);
            loss.serverShare = std::max(loss.serverShare, server);
        }
        return loss;
    }

    PathShares& m_shares;
    uint32_t m_nicsPerServer;
    FabricParts m_parts;
    NicRates m_rates;
    std::vector<Chosen> m_chosen;
};

} // namespace

std::vector<PartLoss>
FindLosses(const Topology& topology, uint32_t nicsPerServer, PathShares& shares)
{
    return LossFinder(topology, nicsPerServer, shares).Find();
}

} // namespace mrc
} // namespace ns3
