/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-data-class-words.h"

#include <cstdlib>
#include <set>
#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

[[noreturn]] void
Refuse(const std::string& found, const std::string& expected)
{
    throw std::invalid_argument("'" + found + "'; expected " + expected);
}

/** @return a whole number in a range, which the text is and nothing else */
uint32_t
NumberOf(const std::string& text, uint32_t least, uint32_t most)
{
    // Signs and blanks pass std::stoull, so the digits are checked first.
    const bool isNumber = !text.empty() && text.size() <= 10 &&
                          text.find_first_not_of("0123456789") == std::string::npos;
    const uint64_t number = isNumber ? std::stoull(text) : 0;
    if (!isNumber || number < least || number > most)
    {
        Refuse(text, "a whole number of " + std::to_string(least) + " .. " + std::to_string(most));
    }
    return static_cast<uint32_t>(number);
}

/** @return the DSCPs of a list such as 10,20-23, 2^DSCP each */
uint64_t
DscpsOf(const std::string& list)
{
    uint64_t dscps = 0;
    std::istringstream items(list);
    for (std::string item; std::getline(items, item, ',');)
    {
        const std::size_t dash = item.find('-');
        const uint32_t first = NumberOf(item.substr(0, dash), 0, 63);
        const uint32_t last =
            dash == std::string::npos ? first : NumberOf(item.substr(dash + 1), first, 63);
        for (uint32_t dscp = first; dscp <= last; ++dscp)
        {
            dscps |= uint64_t{1} << dscp;
        }
    }
    // A mask makes "each DSCP in one class" a test of common bits.
    return dscps;
}

/** @return a curve such as 30000..120000:0.1 */
EcnMarker
CurveOf(const std::string& text)
{
    constexpr uint32_t most = 1 << 30;
    const std::size_t dots = text.find("..");
    if (dots == std::string::npos)
    {
        Refuse(text, "depths in bytes such as 30000..120000, or 30000..120000:0.1");
    }
    const std::size_t colon = text.find(':');
    const uint32_t minimum = NumberOf(text.substr(0, dots), 0, most);
    const uint32_t maximum = NumberOf(text.substr(dots + 2, colon - dots - 2), minimum, most);
    double probability = 1;
    if (colon != std::string::npos)
    {
        const std::string share = text.substr(colon + 1);
        char* end = nullptr;
        // The comparison below is written so that NaN fails too.
        probability = std::strtod(share.c_str(), &end);
        if (share.empty() || *end != '\0' || !(probability >= 0 && probability <= 1))
        {
            Refuse(share, "a probability of 0 .. 1");
        }
    }
    return EcnMarker(minimum, maximum, probability);
}

/** @return a class without its DSCPs, which are told apart by the caller */
void
ReadWord(const std::string& word, bool wredDropsEct, DataClass& made)
{
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (name == "weight")
    {
        made.weight = static_cast<uint8_t>(NumberOf(value, 1, 255));
    }
    else if (name == "limit")
    {
        made.limit = NumberOf(value, 1, 1 << 30);
    }
    else if (name == "ecn")
    {
        made.marker = CurveOf(value);
    }
    else if (name == "wred")
    {
        ByClass<EcnMarker> curves;
        curves[TrafficClass::DATA] = CurveOf(value);
        made.wred = WredProfile(curves, wredDropsEct);
    }
    else if (name == "priority")
    {
        // A user of 802.1Qbb looks for this: each lossless class with a priority of its own.
        Refuse(word,
               "no such word: all classes of LosslessDscps have one priority, that of PfcPriority");
    }
    else
    {
        Refuse(word, "'weight=', 'limit=', 'ecn=' or 'wred='");
    }
}

/** Adds a class, or says what the first one is. */
void
ReadClass(const std::string& text,
          bool wredDropsEct,
          std::set<std::string>& heads,
          DataClassPlan& plan)
{
    std::istringstream words(text);
    std::string word;
    words >> word;
    if (word.compare(0, 5, "dscp=") != 0)
    {
        Refuse(word, "'dscp=' and DSCPs such as 8-15,20, or 'dscp=others'");
    }
    // One class has what no other names: it is the first, and always there.
    const bool isFirst = word == "dscp=others";
    if (!heads.insert(word).second)
    {
        Refuse(word, isFirst ? "'dscp=others' once" : "at least one DSCP, and each in one class");
    }
    std::set<std::string> keys;
    DataClass made;
    made.dscps = isFirst ? 0 : DscpsOf(word.substr(5));
    uint64_t taken = 0;
    // The first class has no mask of its own, so it takes nothing from others.
    for (const DataClass& other : plan.classes)
    {
        taken |= other.dscps;
    }
    if (!isFirst && (made.dscps == 0 || (made.dscps & taken) != 0))
    {
        Refuse(word, "at least one DSCP, and each in one class");
    }
    while (words >> word)
    {
        if (!keys.insert(word.substr(0, word.find('='))).second)
        {
            Refuse(word, "that word once in a class");
        }
        ReadWord(word, wredDropsEct, made);
    }
    if (isFirst)
    {
        plan.classes.front() = made;
        return;
    }
    plan.classes.push_back(made);
    if (plan.classes.size() > DataClassPlan::MOST)
    {
        Refuse(text,
               "at most " + std::to_string(DataClassPlan::MOST) +
                   " classes with that of all "
                   "other DSCPs");
    }
}

} // namespace

DataClassPlan
ReadDataClasses(const std::string& words, bool wredDropsEct)
{
    DataClassPlan plan;
    if (words == "none")
    {
        return plan;
    }
    // Without a row of its own the class of all others has the port's limits and marks.
    plan.classes.emplace_back();
    std::set<std::string> heads;
    std::istringstream rows(words);
    for (std::string row; std::getline(rows, row, ';');)
    {
        ReadClass(row, wredDropsEct, heads, plan);
    }
    // One class would be all data, which the port's own attributes are for.
    if (plan.classes.size() < 2)
    {
        Refuse(words, "'none', or a class with DSCPs of its own");
    }
    return plan;
}

} // namespace mrc
} // namespace ns3
