/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LINK_H
#define MRC_LINK_H

#include "mrc-port.h"

#include "ns3/channel.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/nstime.h"

#include <array>

namespace ns3
{
namespace mrc
{

/**
 * A link as the rest of ns-3 sees it: a face of the fabric's two directed links.
 *
 * Rate, delay, state and error model are per link; device 0 is the lower one (the NIC, or the T0 of
 * a T0-T1 link), and "Up" in a name means away from it.
 */
class Link : public Channel
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    Link() = default;

    /**
     * @param lower the end nearer to the hosts
     * @param upper the other end
     */
    Link(Ptr<Port> lower, Ptr<Port> upper);

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

    /** @return whether a frame that leaves this port is lost to the direction's ErrorModel */
    bool Corrupts(const Port& from, Ptr<Packet> packet);

    /** @return whether an ErrorModel judges what leaves this port */
    bool IsLossy(const Port& from) const;

  protected:
    void DoDispose() override;

  private:
    void SetRate(DataRate rate);
    DataRate GetRate() const;
    void SetDelay(Time delay);
    Time GetDelay() const;
    void SetUp(bool up);
    bool IsUp() const;
    void SetErrorModelUp(Ptr<ErrorModel> model);
    void SetErrorModelDown(Ptr<ErrorModel> model);
    Ptr<ErrorModel> GetErrorModelUp() const;
    Ptr<ErrorModel> GetErrorModelDown() const;
    unsigned DirectionOf(const Port& from) const;

    bool IsBuilt() const
    {
        return m_ends[0] != nullptr;
    }

    std::array<Ptr<Port>, 2> m_ends;         //!< lower, upper
    std::array<Ptr<ErrorModel>, 2> m_errors; //!< of what leaves the lower and the upper end
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LINK_H */
