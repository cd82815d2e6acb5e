/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SRV6_HELPER_H
#define MRC_SRV6_HELPER_H

#include "ns3/ipv6-routing-helper.h"
#include "ns3/mrc-drop-reason.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Makes SRv6 a member of nodes' Ipv6ListRouting, and configures it in the words of routers.
 *
 * Give this helper to Ipv6ListRoutingHelper::Add with a priority above that of the other protocols,
 * 100 for example, and the list to InternetStackHelper::SetRoutingHelper.
 */
class Srv6Helper : public Ipv6RoutingHelper
{
  public:
    Srv6Helper();

    Srv6Helper* Copy() const override;
    Ptr<Ipv6RoutingProtocol> Create(Ptr<Node> node) const override;

    /**
     * Sets an attribute of the protocols that are made from now on.
     *
     * @param name of an attribute of ns3::mrc::Srv6RoutingProtocol
     * @param value of the attribute
     */
    void Set(const std::string& name, const AttributeValue& value);

    /**
     * @param node a node with the IPv6 stack
     * @return the node's ns3::mrc::Srv6RoutingProtocol; a fatal error if the node has none
     */
    static Ptr<Ipv6RoutingProtocol> Get(Ptr<Node> node);

    /**
     * @param node a node with SRv6
     * @param error a reason; NONE: a blackhole
     * @return packets that the node's SRv6 dropped for this error
     */
    static uint64_t GetDrops(Ptr<Node> node, SegmentError error);

    /**
     * Configures a node by lines as FRR has them; a line that begins with # or ! is a comment.
     *
     *     sid fcbb:bbbb:1::/48 behavior uN
     *     sid fcbb:bbbb:fe24::/48 behavior uA interface 2 nexthop fd00:2::2
     *     sid fcbb:bbbb:fe09::/48 behavior uDT46
     *
     *     ipv6 route fcbb:bbbb:2::/48 fd00:2::2 2
     *     ipv6 route fcbb:bbbb::/32 blackhole
     *     source-address fd00:a::1
     *     ipv6 route fd00:b::/64 segments fcbb:bbbb:1:2:3::
     *
     * Behaviours are uN, uA, uDT6, uDT46, End, End.X, End.DT6 and End.DT46. uN and uA have PSP and
     * USD, as SONiC programs them. End and End.X have the flavors of `flavors next-csid psp usp
     * usd`. `block 16` (or 48) behind a SID gives the length of the locator block, otherwise
     * `locator NAME` of a locator above, 32 without one; `vrf default` changes nothing. Lines of
     * FRR around these, from `segment-routing` to `exit`, are read. An interface is a number, as of
     * Ipv6::GetInterfaceForDevice, or a name. Several segments are divided by `/`; `usids
     * fcbb:bbbb::/32 1/2/3` packs uSIDs into them. A source address is that of the policies below
     * that line.
     *
     * @param node a node with SRv6
     * @param lines the text
     * @param interfaces names in the text ("Ethernet24"), and their numbers
     * @throws std::invalid_argument naming the line and the expected words
     */
    static void Configure(Ptr<Node> node,
                          const std::string& lines,
                          const std::map<std::string, uint32_t>& interfaces = {});

    /**
     * Configures a node by tables of SONiC's CONFIG_DB, as a switch's config_db.json has them:
     * SRV6_MY_LOCATORS, SRV6_MY_SIDS and the IPv6 routes of STATIC_ROUTE. Other tables are skipped.
     *
     * @param node a node with SRv6
     * @param json the text of the file
     * @param interfaces of SONiC's names ("Ethernet24"), and their numbers, as of
     * Ipv6::GetInterfaceForDevice
     * @throws std::invalid_argument naming the table, the entry and the expected value; for
     * decap_dscp_mode uniform, VRFs and several next hops too, which this model lacks
     */
    static void ConfigureByConfigDb(Ptr<Node> node,
                                    const std::string& json,
                                    const std::map<std::string, uint32_t>& interfaces);

  private:
    ObjectFactory m_factory;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SRV6_HELPER_H */
