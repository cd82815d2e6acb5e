/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Selectors that share a counter although their factory says that they share nothing. A check that
// finds races has to find this one.

#include "ns3/mrc-fabric-helper.h"
#include "ns3/mrc-own-factories.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <iostream>
#include <memory>

namespace ns3
{
namespace mrc
{

namespace
{

/** Counts its choices where all others count theirs. */
class Sharer : public CustomSelector
{
  public:
    explicit Sharer(uint64_t& choices)
        : m_choices(choices)
    {
    }

    uint32_t Choose(const PathSeats& paths, PlaneId plane, Instant) override
    {
        return static_cast<uint32_t>(++m_choices % paths.Usable(plane));
    }

  private:
    uint64_t& m_choices;
};

/** Makes them. */
class SharerFactory : public SelectorFactory
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::mrc::SharerFactory")
                                .SetParent<SelectorFactory>()
                                .AddConstructor<SharerFactory>();
        return tid;
    }

    std::unique_ptr<CustomSelector> Create(KeyedDraws) const override
    {
        return std::make_unique<Sharer>(m_choices);
    }

    bool SharesNothing() const override
    {
        return true; // a lie
    }

  private:
    mutable uint64_t m_choices{0};
};

NS_OBJECT_ENSURE_REGISTERED(SharerFactory);

} // namespace

} // namespace mrc
} // namespace ns3

int
main()
{
    using namespace ns3;
    mrc::FabricHelper helper;
    helper.SetTopology("clos-4x100g", 32);
    helper.SetFabricAttribute("Threads", UintegerValue(2));
    helper.SetEvAttribute("SelectorFactory", StringValue("ns3::mrc::SharerFactory"));
    const Ptr<mrc::Network> network = helper.Install();
    for (uint32_t nic = 0; nic < 16; ++nic)
    {
        network->Connect(nic, nic + 16)->Write(1000000);
        network->Connect(nic + 16, nic)->Write(1000000);
    }
    Simulator::Run();
    Simulator::Destroy();
    std::cout << "no race was found" << std::endl;
    return 0;
}
