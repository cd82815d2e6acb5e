/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_BOUNDED_CONTROLLER_H
#define MRC_BOUNDED_CONTROLLER_H

#include "mrc-custom-controller.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** A window between two bounds: how large may the window be that an algorithm asks for? */
class BoundedController : public CustomController
{
  public:
    /**
     * @param setup as of any controller; the first window is the largest one
     * @param least packets that the window never falls below, more than 0
     * @param most packets that the window never exceeds; the setup's largest window counts too
     */
    BoundedController(const ControllerSetup& setup, double least, double most);

    void Restore(int64_t bytes) override;
    void LimitWindow(double part) override;
    void OnShorterBaseRtt(Span baseRtt) override;

  protected:
    /**
     * Sets the window, as far as the bounds let it. @param bytes the window that the algorithm asks
     * for
     */
    void Ask(double bytes);

    /** @return the base RTT, as far as known */
    Span BaseRtt() const
    {
        return m_baseRtt;
    }

    /** @return payload bytes of a full packet */
    double PacketBytes() const
    {
        return Setup().path.mtu;
    }

  private:
    double m_least; //!< bytes
    double m_most;  //!< bytes
    double m_part{1};
    Span m_baseRtt;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_BOUNDED_CONTROLLER_H */
