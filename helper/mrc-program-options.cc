/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-program-options.h"

#include "mrc-attribute-listing.h"
#include "mrc-attribute-text.h"
#include "mrc-number-text.h"

#include "ns3/global-value.h"
#include "ns3/scheduler.h"
#include "ns3/simulator-impl.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** `--name=value` or `--name`, with one dash or two. */
struct Option
{
    std::string name;
    std::string value;
};

Option
Split(const std::string& word)
{
    const std::size_t begin = word.find_first_not_of('-');
    if (word.find('-') != 0 || begin == std::string::npos || begin > 2)
    {
        throw std::invalid_argument("argument '" + word + "' is no option; expected --NAME=VALUE");
    }
    const std::size_t equal = word.find('=');
    return {word.substr(begin, equal - begin),
            equal == std::string::npos ? "" : word.substr(equal + 1)};
}

/** @return whether CommandLine prints something for it and ends the program */
bool
IsQuestion(const std::string& name)
{
    static const std::set<std::string> QUESTIONS{"help",
                                                 "PrintHelp",
                                                 "version",
                                                 "PrintVersion",
                                                 "PrintGroups",
                                                 "PrintGroup",
                                                 "PrintTypeIds",
                                                 "PrintGlobals"};
    return QUESTIONS.count(name) == 1;
}

std::string
ExpectedWhole(const std::string& value, uint64_t least, uint64_t most)
{
    const auto number = ReadWhole(value);
    return number && *number >= least && *number <= most
               ? ""
               : "a whole number, " + std::to_string(least) + " .. " + std::to_string(most);
}

std::string
ExpectedReal(const std::string& value, double least, double most)
{
    const auto number = ReadReal(value);
    std::ostringstream range;
    range << "a number, " << least;
    (most < std::numeric_limits<double>::max() ? range << " .. " << most : range << " or more");
    return number && *number >= least && *number <= most ? "" : range.str();
}

std::string
ExpectedBool(std::string value)
{
    static const std::set<std::string> WORDS{"", "true", "t", "1", "false", "f", "0"};
    std::transform(value.begin(), value.end(), value.begin(), [](unsigned char c) {
        return static_cast<char>(std::tolower(c));
    });
    return WORDS.count(value) == 1 ? "" : "true or false";
}

std::string
ExpectedTime(const std::string& value)
{
    std::istringstream in(value);
    TimeOption read;
    in >> read;
    return !in.fail() && in.peek() == EOF ? ""
                                          : "a time of 0 or more with its unit, such as 5ms or 2us";
}

std::string
ExpectedBy(const AttributeChecker& checker, const std::string& value, const std::string& help)
{
    return IsValidText(value, checker) ? "" : TypeAndRange(checker) + ": " + help;
}

/** @return what was expected instead of a class that ns-3 makes without looking */
std::string
ExpectedClass(const std::string& value, TypeId base)
{
    return IsClassText(value, base)
               ? ""
               : "a class derived from " + base.GetName() + ", such as ns3::" +
                     (base == Scheduler::GetTypeId() ? "MapScheduler" : "DefaultSimulatorImpl");
}

std::string
ExpectedGlobal(const GlobalValue& global, const std::string& value)
{
    if (global.GetName() == "RngSeed")
    {
        // its checker takes more, and ns-3 ends the program: the second modulus of MRG32k3a less 1
        return ExpectedWhole(value, 1, 4294944442);
    }
    if (global.GetName() == "SimulatorImplementationType")
    {
        return ExpectedClass(value, SimulatorImpl::GetTypeId());
    }
    if (global.GetName() == "SchedulerType")
    {
        return ExpectedClass(value, Scheduler::GetTypeId());
    }
    return ExpectedBy(*global.GetChecker(), value, global.GetHelp());
}

std::string
ExpectedAttribute(const std::string& name, const std::string& value)
{
    const std::size_t colons = name.rfind("::");
    TypeId type;
    if (colons == std::string::npos || !TypeId::LookupByNameFailSafe(name.substr(0, colons), &type))
    {
        return "an option that --help lists, a global value (--PrintGlobals) or an attribute "
               "(--PrintGroup=Mrc lists classes)";
    }
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i) // its own: parents have their own names
    {
        const TypeId::AttributeInformation info = type.GetAttribute(i);
        if (type.GetAttributeFullName(i) == name)
        {
            return ExpectedBy(*info.checker, value, info.help);
        }
    }
    return "an attribute that --PrintAttributes=" + type.GetName() + " lists";
}

} // namespace

ProgramOptions::ProgramOptions(const std::string& file)
    : m_commandLine(file)
{
}

void
ProgramOptions::Usage(const std::string& text)
{
    m_commandLine.Usage(text);
}

void
ProgramOptions::AddValue(const std::string& name, const std::string& help, std::string& value)
{
    m_commandLine.AddValue(name, help, value);
    m_judges[name] = [](const std::string& text) { return text.empty() ? "a text" : ""; };
    m_texts[name] = &value;
}

void
ProgramOptions::AddValue(const std::string& name, const std::string& help, bool& value)
{
    m_commandLine.AddValue(name, help, value);
    m_judges[name] = ExpectedBool;
}

void
ProgramOptions::AddValue(const std::string& name, const std::string& help, TimeOption& value)
{
    m_commandLine.AddValue(name, help, value);
    m_judges[name] = ExpectedTime;
}

void
ProgramOptions::AddValue(const std::string& name,
                         const std::string& help,
                         uint32_t& value,
                         uint32_t least,
                         uint32_t most)
{
    m_commandLine.AddValue(name, help, value);
    m_judges[name] = [=](const std::string& text) { return ExpectedWhole(text, least, most); };
}

void
ProgramOptions::AddValue(const std::string& name,
                         const std::string& help,
                         uint64_t& value,
                         uint64_t least,
                         uint64_t most)
{
    m_commandLine.AddValue(name, help, value);
    m_judges[name] = [=](const std::string& text) { return ExpectedWhole(text, least, most); };
}

void
ProgramOptions::AddValue(const std::string& name,
                         const std::string& help,
                         double& value,
                         double least,
                         double most)
{
    m_commandLine.AddValue(name, help, value);
    m_judges[name] = [=](const std::string& text) { return ExpectedReal(text, least, most); };
}

std::string
ProgramOptions::Expected(const std::string& name, const std::string& value) const
{
    const auto own = m_judges.find(name);
    if (own != m_judges.end())
    {
        return own->second(value);
    }
    const auto global = std::find_if(GlobalValue::Begin(),
                                     GlobalValue::End(),
                                     [&](const GlobalValue* g) { return g->GetName() == name; });
    return global != GlobalValue::End() ? ExpectedGlobal(**global, value)
                                        : ExpectedAttribute(name, value);
}

void
ProgramOptions::Parse(int argc, char* argv[])
{
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    for (const std::string& word : words)
    {
        const Option option = Split(word);
        if (option.name == "PrintAttributes")
        {
            ListAttributes(option.value, std::cout);
            std::exit(0); // as CommandLine does
        }
        if (IsQuestion(option.name))
        {
            break; // CommandLine answers it, whatever else there is
        }
        const std::string expected = Expected(option.name, option.value);
        if (!expected.empty())
        {
            throw std::invalid_argument(word + "; expected " + expected);
        }
    }
    m_commandLine.Parse(argc, argv);
    for (const std::string& word : words)
    {
        const Option option = Split(word);
        const auto text = m_texts.find(option.name);
        if (text != m_texts.end())
        {
            *text->second = option.value; // CommandLine of older releases stops at a blank
        }
    }
}

} // namespace mrc
} // namespace ns3
