/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-list.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint64_t MAX_FLOWS = 0xfffffffe; //!< a line of messages is 32 bits wide
constexpr uint64_t MAX_NICS = 1ULL << 22;  //!< as many as a .cm file may have
constexpr uint64_t MAX_BYTES = 0xffffffff; //!< the RETH's length is 32 bits wide
constexpr uint64_t MAX_PRIORITY = 7;       //!< of Ethernet
constexpr uint64_t MAX_PORT = 0xffff;      //!< of UDP
constexpr uint64_t MAX_SECONDS = 1000000;  //!< own choice, well below 2^63 picoseconds
constexpr int DECIMALS = 12;               //!< of a second: picoseconds
constexpr uint64_t SECOND = 1000000000000; //!< in picoseconds
constexpr int MAX_EXPONENT = 30;           //!< own choice, beyond any number that users write

constexpr std::size_t WITH_PORT = 6; //!< words of a line

/** Takes an exponent, as in 1e-06, off a number. @return the exponent; nothing if there is none */
std::optional<int>
TakeExponent(std::string& number)
{
    const std::size_t at = number.find_first_of("eE");
    if (at == std::string::npos)
    {
        return 0;
    }
    const bool hasPlus = number.compare(at + 1, 1, "+") == 0;
    const bool hasMinus = number.find('-') != std::string::npos;
    const char* const end = number.data() + number.size();
    int exponent = 0;
    const auto read = std::from_chars(number.data() + at + 1 + hasPlus, end, exponent);
    // Behind a plus, from_chars would take a minus as well.
    if ((hasPlus && hasMinus) || read.ec != std::errc() || read.ptr != end ||
        exponent < -MAX_EXPONENT || exponent > MAX_EXPONENT)
    {
        return std::nullopt;
    }
    number.resize(at);
    return exponent;
}

/**
 * @return picoseconds of a decimal number of seconds, cut off below a picosecond; nothing if the
 * digits are no number
 */
std::optional<uint64_t>
PicosecondsOf(std::string digits)
{
    const std::optional<int> exponent = TakeExponent(digits);
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const auto decimals = static_cast<int>(digits.size() - std::min(point + 1, digits.size()));
    digits.erase(point, 1);
    if (!exponent || digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos)
    {
        return std::nullopt;
    }
    // A shift of the decimal point in text keeps all digits, which a double would not.
    const int zeros = DECIMALS + *exponent - decimals;
    const auto length = static_cast<int>(digits.size()) + std::min(zeros, 0);
    digits.resize(std::max(length, 0));
    digits.append(std::max(zeros, 0), '0');
    digits.insert(0, 1, '0'); // there may be none left
    uint64_t value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return read.ec == std::errc() ? std::optional(value) : std::nullopt;
}

} // namespace

FlowListReader::FlowListReader(std::istream& in, const std::string& name, uint32_t nics)
    : m_reader(in, name),
      m_lastNic(nics == 0 ? MAX_NICS - 1 : nics - 1)
{
    ReadCount();
}

void
FlowListReader::ReadCount()
{
    std::vector<Token> words;
    if (!m_reader.NextLine(words))
    {
        m_reader.Fail(m_reader.End(), "an empty file; expected a number of flows");
    }
    m_count = m_reader.Number(words[0], "number of flows", 1, MAX_FLOWS);
    if (words.size() > 1)
    {
        m_reader.Fail(words[1].at,
                      Quoted(words[1].text) +
                          " behind the number of flows; expected the end of the line");
    }
}

/**
 * Reads one flow. The order of starts is checked as flows are read, since a list of any length is
 * never in memory whole.
 */
bool
FlowListReader::Next(Transfer& flow)
{
    std::vector<Token> words;
    if (!m_reader.NextLine(words))
    {
        if (m_done != m_count)
        {
            m_reader.Fail(m_reader.End(),
                          "the first line announces " + std::to_string(m_count) +
                              " flows, the file has " + std::to_string(m_done) +
                              "; expected the same number");
        }
        return false;
    }
    if (m_done == m_count)
    {
        m_reader.Fail(words[0].at,
                      "more than the " + std::to_string(m_count) +
                          " flows that the first line announces; expected the end");
    }
    // The first flow decides whether all lines have a port.
    m_columns = m_columns == 0 ? words.size() : m_columns;
    CheckWords(words);
    flow = Transfer();
    flow.id = static_cast<uint32_t>(m_done + 1);
    flow.line = words[0].at.line;
    ReadEnds(words, flow);
    CheckClass(words);
    flow.bytes = m_reader.Number(words[m_columns - 2], "size in bytes", 1, MAX_BYTES);
    flow.start = ReadStart(words.back());
    // A later error about the start can name its column.
    flow.column = ShortColumn(words.back().at.column);
    m_latest = flow.start;
    ++m_done;
    return true;
}

void
FlowListReader::CheckWords(const std::vector<Token>& words) const
{
    if (words.size() != m_columns || (m_columns != WITH_PORT && m_columns != WITH_PORT - 1))
    {
        m_reader.Fail(words.size() > WITH_PORT ? words[WITH_PORT].at : m_reader.End(),
                      "a flow of " + std::to_string(words.size()) +
                          " words; expected SOURCE DESTINATION PRIORITY PORT BYTES SECONDS, "
                          "or all lines without PORT");
    }
}

void
FlowListReader::ReadEnds(const std::vector<Token>& words, Transfer& flow) const
{
    flow.source = static_cast<uint32_t>(m_reader.Number(words[0], "source", 0, m_lastNic));
    flow.destination =
        static_cast<uint32_t>(m_reader.Number(words[1], "destination", 0, m_lastNic));
    if (flow.source == flow.destination)
    {
        m_reader.Fail(words[1].at, "a flow to its source; expected another NIC");
    }
}

/** All data are of one class here: flows that differ would wrongly be served alike. */
void
FlowListReader::CheckClass(const std::vector<Token>& words)
{
    const uint64_t priority = m_reader.Number(words[2], "priority", 0, MAX_PRIORITY);
    m_priority = m_done == 0 ? priority : m_priority;
    if (priority != m_priority)
    {
        m_reader.Fail(words[2].at,
                      "priority is " + Quoted(words[2].text) + "; expected " +
                          std::to_string(m_priority) +
                          ", as of the flows before: all have the same here");
    }
    if (m_columns == WITH_PORT)
    {
        m_reader.Number(words[3], "port", 0, MAX_PORT); // queue pairs choose their own
    }
}

Instant
FlowListReader::ReadStart(const Token& word)
{
    const std::optional<uint64_t> picoseconds = PicosecondsOf(word.text);
    if (!picoseconds || *picoseconds > MAX_SECONDS * SECOND)
    {
        m_reader.Fail(word.at,
                      "start in seconds is " + Quoted(word.text) + "; expected a number, 0 .. " +
                          std::to_string(MAX_SECONDS));
    }
    const Instant start(static_cast<int64_t>(*picoseconds));
    // A list is read as the run goes on, so a flow of the past would come too late.
    if (start < m_latest)
    {
        m_reader.Fail(word.at,
                      "start in seconds is " + Quoted(word.text) +
                          ", before the flow above; expected flows in the order of time");
    }
    return start;
}

ConnectionMatrix
ReadFlowList(std::istream& in, const std::string& name, uint32_t nics)
{
    FlowListReader reader(in, name, nics);
    return TakeFlows(reader, name, nics);
}

ConnectionMatrix
TakeFlows(FlowListReader& reader, const std::string& name, uint32_t nics)
{
    ConnectionMatrix matrix;
    matrix.name = name;
    matrix.nodes = nics == 0 ? 2 : nics;
    for (Transfer flow; reader.Next(flow);)
    {
        matrix.nodes = std::max({matrix.nodes, flow.source + 1, flow.destination + 1});
        matrix.transfers.push_back(flow);
    }
    return matrix;
}

} // namespace mrc
} // namespace ns3
