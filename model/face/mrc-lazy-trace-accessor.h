/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LAZY_TRACE_ACCESSOR_H
#define MRC_LAZY_TRACE_ACCESSOR_H

#include "ns3/ptr.h"
#include "ns3/trace-source-accessor.h"

#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Connects sinks to one member of an Owner's lazily made traces and tells the owner. A trace source
 * without a listener then costs one branch.
 */
template <class Owner, class Traces, class Source>
class LazyTraceAccessor : public TraceSourceAccessor
{
  public:
    /** The method that gives an owner's traces, and makes them at the first call. */
    using Get = Traces& (Owner::*)();
    /** The method that tells an owner that sinks came or went. */
    using Changed = void (Owner::*)();

    /**
     * @param get of the owner, may be private
     * @param changed of the owner, may be private
     * @param source the trace source
     */
    LazyTraceAccessor(Get get, Changed changed, Source Traces::*source)
        : m_get(get),
          m_changed(changed),
          m_source(source)
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
    /**
     * Does something with the trace source of an object; false, as ns-3 expects, for one of another
     * class. The owner counts its listeners anew behind each connect and disconnect.
     */
    template <class Action>
    bool With(ObjectBase* object, Action action) const
    {
        Owner* owner = dynamic_cast<Owner*>(object);
        if (owner == nullptr)
        {
            return false;
        }
        action((owner->*m_get)().*m_source);
        (owner->*m_changed)();
        return true;
    }

    Get m_get;
    Changed m_changed;
    Source Traces::*m_source;
};

/** @return an accessor for TypeId::AddTraceSource */
template <class Owner, class Traces, class Source>
Ptr<const TraceSourceAccessor>
MakeLazyTraceAccessor(Traces& (Owner::*get)(), void (Owner::*changed)(), Source Traces::*source)
{
    return Ptr<const TraceSourceAccessor>(
        new LazyTraceAccessor<Owner, Traces, Source>(get, changed, source),
        false);
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_LAZY_TRACE_ACCESSOR_H */
