/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_TRACES_H
#define MRC_PORT_TRACES_H

#include "mrc-drop-reason.h"

#include "ns3/packet.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/traced-callback.h"

#include <string>

namespace ns3
{
namespace mrc
{

/**
 * The trace sources of one port; made when the first sink connects, for most ports never.
 */
struct PortTraces
{
    TracedCallback<Ptr<const Packet>> enqueue;          //!< queued, trimmed or not
    TracedCallback<Ptr<const Packet>> phyTxBegin;       //!< the first bit leaves
    TracedCallback<Ptr<const Packet>> phyRxEnd;         //!< the last bit has come
    TracedCallback<Ptr<const Packet>> mark;             //!< got CE
    TracedCallback<Ptr<const Packet>, uint32_t> trim;   //!< lost its payload; size before
    TracedCallback<Ptr<const Packet>, DropReason> drop; //!< ended here

    /** @return whether somebody listens to what leaves */
    bool WantsEgress() const
    {
        return !(enqueue.IsEmpty() && phyTxBegin.IsEmpty() && mark.IsEmpty() && trim.IsEmpty() &&
                 drop.IsEmpty());
    }

    /** @return whether somebody listens to what arrives */
    bool WantsIngress() const
    {
        return !(phyRxEnd.IsEmpty() && drop.IsEmpty());
    }
};

/**
 * Connects sinks to one member of an Owner's lazily made traces and tells the owner about it, so
 * that a trace source to which nobody listens costs one branch.
 *
 * Owner has `PortTraces& Traces()` and `void TracesChanged()`.
 */
template <class Owner, class Source>
class LazyTraceAccessor : public TraceSourceAccessor
{
  public:
    /** @param source the trace source */
    explicit LazyTraceAccessor(Source PortTraces::*source)
        : m_source(source)
    {
    }

    bool ConnectWithoutContext(ObjectBase* object, const CallbackBase& callback) const override
    {
        return With(object, [&](Source& s) { s.ConnectWithoutContext(callback); });
    }

    bool Connect(ObjectBase* object,
                 std::string context,
                 const CallbackBase& callback) const override
    {
        return With(object, [&](Source& s) { s.Connect(callback, context); });
    }

    bool DisconnectWithoutContext(ObjectBase* object, const CallbackBase& callback) const override
    {
        return With(object, [&](Source& s) { s.DisconnectWithoutContext(callback); });
    }

    bool Disconnect(ObjectBase* object,
                    std::string context,
                    const CallbackBase& callback) const override
    {
        return With(object, [&](Source& s) { s.Disconnect(callback, context); });
    }

  private:
    template <class Action>
    bool With(ObjectBase* object, Action action) const
    {
        Owner* owner = dynamic_cast<Owner*>(object);
        if (owner == nullptr)
        {
            return false;
        }
        action(owner->Traces().*m_source);
        owner->TracesChanged();
        return true;
    }

    Source PortTraces::*m_source;
};

/** @return an accessor for TypeId::AddTraceSource */
template <class Owner, class Source>
Ptr<const TraceSourceAccessor>
MakeLazyTraceAccessor(Source PortTraces::*source)
{
    return Ptr<const TraceSourceAccessor>(new LazyTraceAccessor<Owner, Source>(source), false);
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_TRACES_H */
