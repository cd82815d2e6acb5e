/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-near-name.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <set>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the small letter: people seldom mistype the case */
char
Small(char c)
{
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/** @return letters to change, put in or take out until one text is the other (Levenshtein) */
std::size_t
Distance(const std::string& a, const std::string& b)
{
    // One row of the table is enough: `diagonal` keeps the value that the row above had at the
    // left.
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 0; i < a.size(); ++i)
    {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j)
        {
            const std::size_t changed = diagonal + (Small(a[i]) != Small(b[j]) ? 1 : 0);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, changed});
        }
    }
    return row.back();
}

/** @return the names of a type's own attributes, without those of its parents */
std::vector<std::string>
AttributesOf(TypeId tid)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
    {
        names.push_back(tid.GetAttribute(i).name);
    }
    return names;
}

/** @return whether scripts set the attributes of a class by a helper */
bool
IsProfile(const std::string& name)
{
    const std::string ending = "Profile";
    return name.size() > ending.size() &&
           name.compare(name.size() - ending.size(), ending.size(), ending) == 0;
}

} // namespace

std::string
NearName(const std::string& wrong, const std::vector<std::string>& names)
{
    std::string nearest;
    // Fewer changes than this are a slip of the fingers; more make any name similar to any other.
    std::size_t least = wrong.size() / 3 + 2;
    for (const std::string& name : names)
    {
        const std::size_t distance = Distance(wrong, name);
        // A name of which no letter stays would be found for every short word.
        if (distance < least && distance < name.size())
        {
            least = distance;
            nearest = name;
        }
    }
    return nearest;
}

std::string
DidYouMean(const std::string& wrong, const std::vector<std::string>& names)
{
    const std::string near = NearName(wrong, names);
    return near.empty() ? "" : " (did you mean '" + near + "'?)";
}

std::string
WhereAttribute(TypeId tid, const std::string& name)
{
    // Types are registered in an order that the build decides, so the names are put in order.
    std::set<std::pair<bool, std::string>> others;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId other = TypeId::GetRegistered(i);
        const std::vector<std::string> names = AttributesOf(other);
        // The exact name in another class of the module beats a similar one in this class.
        if (other != tid && other.GetGroupName() == "Mrc" &&
            std::find(names.begin(), names.end(), name) != names.end())
        {
            others.emplace(!IsProfile(other.GetName()), other.GetName());
        }
    }
    return others.empty() ? DidYouMean(name, AttributesOf(tid))
                          : " (" + others.begin()->second + " has it)";
}

} // namespace mrc
} // namespace ns3
