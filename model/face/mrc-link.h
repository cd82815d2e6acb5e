/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LINK_H
#define MRC_LINK_H

#include "ns3/channel.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/mrc-ids.h"
#include "ns3/nstime.h"

#include <array>
#include <functional>

namespace ns3
{
namespace mrc
{

class FaceTable;
struct PortConfig;

/**
 * A link as the rest of ns-3 sees it: a face of the fabric's two directed links.
 *
 * Rate, delay, state and error model are per link. "Up" in a name means away from the link's lower
 * end: the NIC, or the T0 of a T0-T1 link. The devices of a Link are the faces that the link's ends
 * have, the lower one first.
 */
class Link : public Channel
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    Link();

    /**
     * @param table where the faces of the link's ends are, as far as they have any
     * @param lower the end nearer to the hosts
     */
    Link(Ptr<FaceTable> table, PortIndex lower);
    ~Link() override;

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

    /**
     * @param from an end of the link
     * @param packet the frame's bytes
     * @return whether a frame that leaves this port is lost to the direction's ErrorModel
     */
    bool Corrupts(PortIndex from, Ptr<Packet> packet);

    /**
     * @param from an end of the link
     * @return whether an ErrorModel judges frames that leave this port
     */
    bool IsLossy(PortIndex from) const;

  protected:
    void DoDispose() override;

  private:
    void SetRate(DataRate rate);
    DataRate GetRate() const;
    void SetDelay(Time delay);
    Time GetDelay() const;
    void SetUp(bool up);
    bool IsUp() const;
    void SetErrorModel(unsigned direction, Ptr<ErrorModel> model);
    void SetErrorModelUp(Ptr<ErrorModel> model);
    void SetErrorModelDown(Ptr<ErrorModel> model);
    Ptr<ErrorModel> GetErrorModelUp() const;
    Ptr<ErrorModel> GetErrorModelDown() const;
    std::array<PortIndex, 2> Ends() const;
    void Configure(const char* attribute, const std::function<void(PortConfig&)>& change);

    Ptr<FaceTable> m_table;
    PortIndex m_lower{NO_PORT};
    std::array<Ptr<ErrorModel>, 2> m_errors; //!< of frames that leave the lower and the upper end
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LINK_H */
