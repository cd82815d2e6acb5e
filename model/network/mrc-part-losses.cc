/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-part-losses.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return whether a share is greater by more than sums of fractions are rounded */
bool
Exceeds(double share, double other)
{
    constexpr double rounding = 1e-9;
    return share > other * (1 + rounding);
}

/** Finds the losses of one fabric; an instance is used once. */
class LossFinder
{
  public:
    LossFinder(const Topology& topology, uint32_t nicsPerServer, PathShares& shares)
        : m_shares(shares),
          m_nicsPerServer(nicsPerServer),
          m_firstSwitch(topology.Spec().nics),
          m_nodes(topology.NodeCount()),
          m_worst(m_shares.Links().size() + m_nodes),
          m_rateOf(topology.Spec().nics)
    {
        for (uint32_t node = m_firstSwitch; node < m_nodes; ++node)
        {
            m_planes.push_back(topology.PlaceOf(node).plane);
        }
        for (const FabricLink& link : m_shares.Links())
        {
            if (link.ends[0] < m_firstSwitch)
            {
                m_rateOf[link.ends[0]] += link.rate;
                m_accessOf[{link.ends[0], link.plane}] = link.rate;
            }
        }
    }

    std::vector<PartLoss> Find()
    {
        VisitSources([this](uint32_t source) { NoteWorst(source); });
        ChooseParts();
        VisitSources([this](uint32_t source) { NoteLosses(source); });
        std::vector<PartLoss> losses;
        for (const auto& [key, chosen] : m_chosen)
        {
            losses.push_back({chosen.name, LossOf(chosen)});
        }
        return losses;
    }

  private:
    /** Parts are links by their numbers, then nodes. */
    using Part = std::size_t;
    /** Orders parts by the higher tier at their ends: links, the switch itself. */
    using Key = std::tuple<uint32_t, bool, uint32_t>;

    /** What the loss of a part takes from the NICs that lose the most. */
    struct Worst
    {
        double share{0};
        uint64_t nics{0};
    };

    /** The part that stands for those of its kind. */
    struct Chosen
    {
        Part part;
        std::string name;
        std::map<uint32_t, double> nicLosses; //!< of a NIC's whole bandwidth
    };

    Part PartOfNode(uint32_t node) const
    {
        return m_shares.Links().size() + node;
    }

    bool IsAccess(Part part) const
    {
        return part < m_shares.Links().size() && m_shares.Links()[part].ends[0] < m_firstSwitch;
    }

    PlaneId PlaneOf(Part part) const
    {
        const std::size_t links = m_shares.Links().size();
        return part < links ? m_shares.Links()[part].plane : m_planes[part - links - m_firstSwitch];
    }

    template <class Visit>
    void VisitSources(Visit visit)
    {
        for (uint32_t node = m_firstSwitch; node < m_nodes; ++node)
        {
            if (!m_shares.NicsOf(node).empty())
            {
                m_shares.SpreadFrom(node);
                visit(node);
            }
        }
    }

    /** @return the share of its plane that the NICs of the source lose with a part */
    double ShareOf(Part part, uint32_t source) const
    {
        if (part < m_shares.Links().size())
        {
            return IsAccess(part) ? 0 : m_shares.OfLink(part);
        }
        const auto node = static_cast<uint32_t>(part - m_shares.Links().size());
        if (!m_shares.NicsOf(node).empty())
        {
            return node == source ? 1 : 0; // NICs of others do not lose their own bandwidth
        }
        return m_shares.OfSwitch(node);
    }

    void NoteWorst(uint32_t source)
    {
        const uint64_t nics = m_shares.NicsOf(source).size();
        for (Part part = 0; part < m_worst.size(); ++part)
        {
            if (part >= m_shares.Links().size() && part < PartOfNode(m_firstSwitch))
            {
                continue; // a NIC
            }
            if (PlaneOf(part) != m_planes[source - m_firstSwitch])
            {
                continue;
            }
            Worst& worst = m_worst[part];
            const double share = ShareOf(part, source);
            if (Exceeds(share, worst.share))
            {
                worst = {share, nics};
            }
            else if (share > 0 && !Exceeds(worst.share, share))
            {
                worst.nics += nics;
            }
        }
    }

    /** Of each kind the part that takes the most; of several the one that hits the most NICs. */
    void ChooseParts()
    {
        for (Part link = 0; link < m_shares.Links().size(); ++link)
        {
            if (IsAccess(link))
            {
                m_worst[link] = {1, 1};
            }
            const auto [low, high] = m_shares.LevelsOf(link);
            if (high != UINT32_MAX) // some NIC reaches it
            {
                Choose({high, false, low}, link, NameOfLinks(low, high));
            }
        }
        for (uint32_t node = m_firstSwitch; node < m_nodes; ++node)
        {
            const uint32_t level = m_shares.LevelOf(node);
            if (level != UINT32_MAX)
            {
                Choose({level, true, level}, PartOfNode(node), NameOfLevel(level));
            }
        }
    }

    void Choose(const Key& key, Part part, const std::string& name)
    {
        const auto [at, isNew] = m_chosen.emplace(key, Chosen{part, name, {}});
        const Worst& old = m_worst[at->second.part];
        const Worst& now = m_worst[part];
        const bool isAlike = !Exceeds(old.share, now.share);
        if (!isNew && (Exceeds(now.share, old.share) || (isAlike && now.nics > old.nics)))
        {
            at->second.part = part;
        }
    }

    /** Shares of a NIC weigh its ports by their rates. */
    void NoteLosses(uint32_t source)
    {
        for (auto& [key, chosen] : m_chosen)
        {
            if (PlaneOf(chosen.part) != m_planes[source - m_firstSwitch] || IsAccess(chosen.part))
            {
                continue;
            }
            const double share = ShareOf(chosen.part, source);
            for (const uint32_t nic : m_shares.NicsOf(source))
            {
                chosen.nicLosses[nic] = share * RateIn(nic, chosen.part);
            }
        }
    }

    /** @return the share that the plane of a part has of a NIC's bandwidth */
    double RateIn(uint32_t nic, Part part) const
    {
        return static_cast<double>(m_accessOf.at({nic, PlaneOf(part)})) /
               static_cast<double>(m_rateOf[nic]);
    }

    BlastRadius LossOf(const Chosen& chosen) const
    {
        const Worst& worst = m_worst[chosen.part];
        BlastRadius loss{worst.share, 0, 0, worst.nics};
        std::map<uint32_t, double> losses = chosen.nicLosses;
        if (IsAccess(chosen.part))
        {
            const uint32_t nic = m_shares.Links()[chosen.part].ends[0];
            losses[nic] = RateIn(nic, chosen.part);
        }
        std::map<uint32_t, double> servers;
        for (const auto& [nic, lost] : losses)
        {
            double& server = servers[nic / m_nicsPerServer];
            server += lost / m_nicsPerServer;
            loss.nicShare = std::max(loss.nicShare, lost);
            loss.serverShare = std::max(loss.serverShare, server);
        }
        return loss;
    }

    PathShares& m_shares;
    uint32_t m_nicsPerServer;
    uint32_t m_firstSwitch; //!< among the nodes, behind the NICs
    uint32_t m_nodes;
    std::vector<PlaneId> m_planes;                               //!< of switches
    std::vector<Worst> m_worst;                                  //!< of parts
    std::vector<uint64_t> m_rateOf;                              //!< of NICs, bit/s over all ports
    std::map<std::pair<uint32_t, PlaneId>, uint64_t> m_accessOf; //!< bit/s of a NIC's port
    std::map<Key, Chosen> m_chosen;
};

} // namespace

std::string
NameOfLevel(uint32_t level)
{
    return level == 0 ? "NIC" : "T" + std::to_string(level - 1);
}

std::string
NameOfLinks(uint32_t low, uint32_t high)
{
    return NameOfLevel(low) + "-" + NameOfLevel(high) + " link";
}

std::vector<PartLoss>
FindLosses(const Topology& topology, uint32_t nicsPerServer, PathShares& shares)
{
    return LossFinder(topology, nicsPerServer, shares).Find();
}

} // namespace mrc
} // namespace ns3
