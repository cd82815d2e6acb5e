/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fault-item-reader.h"
#include "mrc-fault.h"

#include "ns3/mrc-text-reader.h"

#include <algorithm>
#include <fstream>
#include <ostream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** Appends the faults of one item. Throws FaultError. */
std::size_t
AppendItem(FaultParser& parser, const Topology& topology, std::vector<Fault>& faults)
{
    const std::size_t begin = parser.At();
    const FaultItem item = FaultItemReader(parser).Read();
    try
    {
        const std::vector<Fault> more = Expand(item, topology);
        faults.insert(faults.end(), more.begin(), more.end());
    }
    catch (const std::length_error& error)
    {
        throw FaultError(begin, error.what());
    }
    return parser.At() - begin;
}

} // namespace

std::vector<Fault>
ReadFaultList(const std::string& list, const Topology& topology)
{
    if (list == "none") // as TextOf writes an empty list
    {
        return {};
    }
    FaultParser parser(list, topology);
    std::vector<Fault> faults;
    std::size_t item = 1;
    std::size_t begin = 0; // of the item
    try
    {
        // A comma has to be followed by an item, so only the empty text has none.
        while (!list.empty() && (parser.At() == 0 || !parser.IsAtEnd()))
        {
            if (parser.At() != 0)
            {
                parser.Expect(",", "and another fault, or the end");
                begin = list.find(',', begin) + 1; // no item contains a comma
                ++item;
            }
            AppendItem(parser, topology, faults);
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
        std::size_t length = 0;
        try
        {
            FaultParser parser(item.text, topology);
            length = AppendItem(parser, topology, faults);
        }
        catch (const FaultError& error)
        {
            reader.Fail(positionOf(error.at), error.what());
        }
        // The parser stops behind the fault. TextReader takes out comments of whole lines only.
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

void
WriteFaultLines(std::ostream& out, const std::vector<Fault>& faults)
{
    for (const Fault& fault : faults)
    {
        out << fault.text << '\n';
    }
}

} // namespace mrc
} // namespace ns3
