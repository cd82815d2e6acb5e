/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CALLBACK_OF_H
#define MRC_CALLBACK_OF_H

#include "ns3/callback.h"

#include <functional>
#include <memory>
#include <utility>

namespace ns3
{
namespace mrc
{
namespace test
{

/** The call of a callback that CallbackOf made. */
template <typename... Args>
void
CallShared(std::shared_ptr<std::function<void(Args...)>> function, Args... arguments)
{
    (*function)(arguments...);
}

/**
 * @tparam Args the arguments of the callback
 * @param function to call, such as a lambda
 * @return a callback that calls the function, in all releases: ns3::Callback takes a lambda from
 * 3.36 on
 */
template <typename... Args, typename Function>
Callback<void, Args...>
CallbackOf(Function function)
{
    return MakeBoundCallback(&CallShared<Args...>,
                             std::make_shared<std::function<void(Args...)>>(std::move(function)));
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_CALLBACK_OF_H */
