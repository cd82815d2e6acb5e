/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fault-parser.h"
#include "mrc-fault.h"

#include "ns3/mrc-text-reader.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

std::vector<Fault>
ReadFaultList(const std::string& list, const Topology& topology)
{
    FaultParser parser(list, topology);
    std::vector<Fault> faults;
    std::size_t item = 1;
    std::size_t begin = 0; // of the item
    try
    {
        // A comma has to be followed by an item, so only the empty text has none.
        while (!list.empty() && (faults.empty() || !parser.IsAtEnd()))
        {
            if (!faults.empty())
            {
                parser.Expect(",", "and another fault, or the end");
                begin = list.find(',', begin) + 1; // no item contains a comma
                ++item;
            }
            faults.push_back(parser.ReadItem());
        }
    }
    catch (const FaultError& error)
    {
        // The item is quoted up to the next comma, also behind the character that is wrong.
        const std::size_t end = std::min(list.find(',', begin), list.size());
        throw std::invalid_argument("fault list, item " + std::to_string(item) + " " +
                                    Quoted(list.substr(begin, end - begin)) + ", character " +
                                    std::to_string(error.at + 1) + ": " + error.what());
    }
    return faults;
}

std::vector<Fault>
ReadFaultLines(std::istream& in, const std::string& name, const Topology& topology)
{
    TextReader reader(in, name);
    std::vector<Fault> faults;
    std::vector<Token> words;
    while (reader.NextLine(words))
    {
        const Token& item = words[0]; // faults contain no blanks
        const auto positionOf = [&item](std::size_t at) {
            return TextPosition{item.at.line, item.at.column + static_cast<uint32_t>(at)};
        };
        try
        {
            FaultParser parser(item.text, topology);
            faults.push_back(parser.ReadItem());
        }
        catch (const FaultError& error)
        {
            reader.Fail(positionOf(error.at), error.what());
        }
        // The parser stops behind the fault. TextReader takes out comments of whole lines only.
        const std::size_t length = faults.back().text.size();
        const bool commented = words.size() > 1 && words[1].text[0] == '#';
        if (length != item.text.size() || (words.size() > 1 && !commented))
        {
            reader.Fail(length != item.text.size() ? positionOf(length) : words[1].at,
                        "expected the end of the line: one fault a line, or a # comment behind it");
        }
    }
    return faults;
}

std::vector<Fault>
ReadFaultFile(const std::string& name, const Topology& topology)
{
    std::ifstream in(name);
    if (!in)
    {
        throw ParseError(name, {}, "cannot open the file; expected a file of faults, one a line");
    }
    return ReadFaultLines(in, name, topology);
}

} // namespace mrc
} // namespace ns3
