/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_THROWN_TEXT_H
#define MRC_THROWN_TEXT_H

#include <exception>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

/**
 * @tparam Error the exception that the call may throw; anything else passes
 * @return the words of the error that the call throws, "no error" if there is none
 */
template <typename Error = std::exception, typename Call>
std::string
ThrownText(const Call& call)
{
    try
    {
        call();
    }
    catch (const Error& error)
    {
        return error.what();
    }
    return "no error";
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_THROWN_TEXT_H */
