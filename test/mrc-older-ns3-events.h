/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_OLDER_NS3_EVENTS_H
#define MRC_OLDER_NS3_EVENTS_H

// The wscript includes this in front of each test: Simulator::Schedule of ns-3.35 takes no lambdas.

#include "ns3/event-impl.h"

#include <type_traits>
#include <utility>

namespace ns3
{
namespace mrc
{
namespace test
{

/** An event that calls a function object. */
template <typename Function>
class FunctionEvent : public EventImpl
{
  public:
    /** @param function what to call */
    explicit FunctionEvent(Function function)
        : m_function(std::move(function))
    {
    }

  private:
    void Notify() override
    {
        m_function();
    }

    Function m_function;
};

/** Found for lambdas of this namespace: by their types, where ns-3 makes an event of one. */
template <typename Function>
std::enable_if_t<std::is_class<Function>::value, EventImpl*>
MakeEvent(Function function)
{
    return new FunctionEvent<Function>(std::move(function));
}

namespace
{

using test::MakeEvent; // for those of unnamed namespaces

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_OLDER_NS3_EVENTS_H */
