/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-expected-text.h"

#include "mrc-attribute-text.h"
#include "mrc-near-name.h"
#include "mrc-number-text.h"

#include "ns3/nstime.h"
#include "ns3/scheduler.h"
#include "ns3/simulator-impl.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <set>
#include <sstream>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * For global values that name a class: ns-3 makes an object of the class at first use, and ends the
 * program where that fails.
 *
 * @return the values expected instead of the class; empty if ns-3 can make an object of the class
 */
std::string
ExpectedClass(const std::string& value, TypeId base)
{
    return IsClassText(value, base)
               ? ""
               : "a class derived from " + base.GetName() + ", such as ns3::" +
                     (base == Scheduler::GetTypeId() ? "MapScheduler" : "DefaultSimulatorImpl");
}

/** @return the meant name, if the class in front of an attribute was mistyped */
std::string
MeantClass(const std::string& name)
{
    const std::size_t colons = name.rfind("::");
    std::vector<std::string> classes;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        classes.push_back(TypeId::GetRegistered(i).GetName());
    }
    return colons == std::string::npos || colons == 0 ? ""
                                                      : DidYouMean(name.substr(0, colons), classes);
}

} // namespace

std::string
ExpectedNumber(const std::string& value, uint64_t least, uint64_t most)
{
    const auto number = ReadWhole(value);
    return number && *number >= least && *number <= most
               ? ""
               : "a whole number, " + std::to_string(least) + " .. " + std::to_string(most);
}

std::string
ExpectedNumber(const std::string& value, double least, double most)
{
    const auto number = ReadReal(value);
    std::ostringstream range;
    range << "a number, " << least;
    // The greatest double stands for "no upper bound" (ProgramOptions::AddValue) and is not shown.
    (most < std::numeric_limits<double>::max() ? range << " .. " << most : range << " or more");
    return number && *number >= least && *number <= most ? "" : range.str();
}

std::string
ExpectedBool(std::string value)
{
    // The words that CommandLine knows, in any case; an empty text is `--name` alone.
    static const std::set<std::string> WORDS{"", "true", "t", "1", "false", "f", "0"};
    std::transform(value.begin(), value.end(), value.begin(), [](unsigned char c) {
        return static_cast<char>(std::tolower(c));
    });
    return WORDS.count(value) == 1 ? "" : "true or false";
}

std::string
ExpectedTime(const std::string& value)
{
    constexpr double LONGEST = 1e9; // seconds; a Time in nanoseconds holds nine times as many
    // An unreadable text counts as a negative time, which is refused below.
    const Time time = IsTimeText(value) ? Time(value) : Time(-1);
    // ns-3 takes a bare number for seconds, seldom the meaning in a simulation of microseconds.
    const bool hasUnit =
        time.IsZero() || (!value.empty() && std::isalpha(static_cast<unsigned char>(value.back())));
    return hasUnit && time >= Time(0) && time <= Seconds(LONGEST)
               ? ""
               : "a time of 0 or more with its unit, such as 5ms or 2us";
}

std::string
ExpectedGlobal(const GlobalValue& global, const std::string& value)
{
    if (global.GetName() == "RngSeed")
    {
        // The bound is the second modulus of MRG32k3a less 1. The checker of the global value takes
        // more, and ns-3 ends the program later.
        return ExpectedNumber(value, uint64_t{1}, uint64_t{4294944442});
    }
    if (global.GetName() == "SimulatorImplementationType")
    {
        return ExpectedClass(value, SimulatorImpl::GetTypeId());
    }
    if (global.GetName() == "SchedulerType")
    {
        return ExpectedClass(value, Scheduler::GetTypeId());
    }
    return ExpectedText(value, *global.GetChecker(), global.GetHelp());
}

std::string
ExpectedAttribute(const std::string& name, const std::string& value)
{
    const std::size_t colons = name.rfind("::");
    TypeId type;
    if (colons == std::string::npos || !TypeId::LookupByNameFailSafe(name.substr(0, colons), &type))
    {
        return "an option that --help lists, a global value (--PrintGlobals) or an attribute "
               "(--PrintGroup=Mrc lists classes)" +
               MeantClass(name);
    }
    // Config::SetDefault looks only at a class's own attributes: an inherited one has the parent's
    // name.
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        const TypeId::AttributeInformation info = type.GetAttribute(i);
        if (type.GetAttributeFullName(i) == name)
        {
            return ExpectedText(value, *info.checker, info.help);
        }
    }
    return "an attribute that --PrintAttributes=" + type.GetName() + " lists" +
           WhereAttribute(type, name.substr(colons + 2));
}

} // namespace mrc
} // namespace ns3
