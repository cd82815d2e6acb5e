/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LATER_LISTENERS_H
#define MRC_LATER_LISTENERS_H

#include "ns3/mrc-requestor.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <list>

namespace ns3
{
namespace mrc
{

/**
 * How do listeners and sinks of one queue pair hear in the order in which they came?
 *
 * Listeners that came behind others are sinks themselves. A trace source of ns-3 must not lose the
 * sink that it calls: a listener that goes while it is told leaves an empty place. The next change
 * takes that place away.
 */
class LaterListeners
{
  public:
    /** Those that a listener is a sink of. */
    struct Sources
    {
        TracedCallback<const Completion&>& completed; //!< a work request ended
        TracedCallback<const Delivery&>& delivered;   //!< a message has arrived
    };

    /** Adds a listener. @param listener hears from now on @param to the same at each call */
    void Add(RequestorListener& listener, const Sources& to);

    /** Takes a listener out. @param listener hears no more @param from the same at each call */
    void Remove(RequestorListener& listener, const Sources& from);

  private:
    /** The sink that stands for a listener. */
    struct Place
    {
        void Completed(const Completion& completion);
        void Delivered(const Delivery& delivery);

        RequestorListener* listener; //!< null: it went while it was told
        uint32_t calls{0};           //!< that have not returned
    };

    void Sweep(const Sources& from);

    std::list<Place> m_places; //!< sources know them by their addresses
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LATER_LISTENERS_H */
