/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TOPOLOGY_TIERS_H
#define MRC_TOPOLOGY_TIERS_H

#include "mrc-topology-spec.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * @param what the kind of part, as the error names it
 * @param number of the part
 * @param count how many there are
 * @throws std::out_of_range always
 */
[[noreturn]] void RefuseNumber(const char* what, uint32_t number, uint32_t count);

/**
 * Checks the number of a part of a fabric.
 *
 * @param what the kind of part, as errors name it
 * @param number of the part
 * @param count how many there are
 * @throws std::out_of_range if the number is not below the count
 */
inline void
CheckExists(const char* what, uint32_t number, uint32_t count)
{
    if (number >= count)
    {
        RefuseNumber(what, number, count);
    }
}

/**
 * How many switches has each tier of a plane, and which NICs and switches hang below which?
 *
 * Arguments must be below the counts that this class returns; std::out_of_range names one that is
 * not.
 */
class TopologyTiers
{
  public:
    TopologyTiers() = default;

    /** @param spec the fabric, which is valid; its graph, if there is one, must outlive this */
    explicit TopologyTiers(const TopologySpec& spec);

    /** @return T0s in each plane; of a graph in the plane with the most */
    uint32_t T0sPerPlane() const
    {
        return m_t0s;
    }

    /** @return T1s in each plane, those of all pods; of a graph in the plane with the most */
    uint32_t T1sPerPlane() const
    {
        return m_t1s;
    }

    /** @return T2s in each plane; 0 with two tiers; of a graph in the plane with the most */
    uint32_t T2sPerPlane() const
    {
        return m_t2s;
    }

    /** @return T3s, and all above them, in the plane of a graph with the most; 0 without a graph */
    uint32_t T3sPerPlane() const
    {
        return m_t3s;
    }

    /** @return T0s of a full pod; with two tiers, and in a graph, a plane is one pod */
    uint32_t T0sPerPod() const
    {
        return m_podT0s;
    }

    /**
     * @param t0 number of the T0 within its plane
     * @return the number of the T0's pod within the plane; 0 with two tiers
     */
    uint32_t PodOf(uint32_t t0) const
    {
        CheckExists("T0", t0, m_t0s);
        return t0 / m_podT0s;
    }

    /**
     * @param nic number of the NIC
     * @return the number within its plane of the T0 that this NIC hangs on. In a graph the number
     *         is that of plane 0, as other planes may have other groups of NICs
     */
    uint32_t T0Of(uint32_t nic) const
    {
        CheckExists("NIC", nic, m_nics);
        return m_graph != nullptr ? T0InGraph(nic) : nic / m_nicsPerT0;
    }

    /**
     * @param t0 number of the T0 within its plane
     * @return how many NICs hang on this T0: downlinks that exist; of a graph in plane 0
     */
    uint32_t DownlinksOfT0(uint32_t t0) const;

    /**
     * @param t1 number of the T1 within its plane, of a fabric that is no graph
     * @return links of the T1 to the T0s of its pod
     */
    uint32_t DownlinksOfT1(uint32_t t1) const;

  private:
    uint32_t T0InGraph(uint32_t nic) const;

    const GraphShape* m_graph{nullptr}; //!< null: a Clos network
    uint32_t m_nics{0};                 //!< of the fabric
    uint32_t m_nicsPerT0{0};            //!< of a full T0
    uint32_t m_t1Count{0};              //!< of a pod
    uint32_t m_t1Links{0};              //!< between a T0 and a T1
    uint32_t m_t0s{0};                  //!< per plane
    uint32_t m_t1s{0};                  //!< per plane
    uint32_t m_t2s{0};                  //!< per plane
    uint32_t m_t3s{0};                  //!< per plane, of a graph
    uint32_t m_podT0s{0};               //!< of a full pod
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TOPOLOGY_TIERS_H */
