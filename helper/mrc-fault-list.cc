/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fault-list.h"

#include "ns3/mrc-text-reader.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

struct Unit
{
    const char* name;
    unsigned digits; //!< a unit is 10^digits ps
};

const Unit UNITS[] = {{"ns", 3}, {"us", 6}, {"ms", 9}, {"s", 12}};

const std::pair<const char*, FaultKind> KINDS[] = {
    {"link", FaultKind::LINK},
    {"t0", FaultKind::T0},
    {"t1", FaultKind::T1},
    {"port", FaultKind::PORT},
};

constexpr uint64_t MAX_PS = static_cast<uint64_t>(std::numeric_limits<int64_t>::max()) - 1;

bool
IsDigit(char c)
{
    return c >= '0' && c <= '9';
}

/** Reads a list from left to right; an instance is used once. */
class FaultParser
{
  public:
    FaultParser(const std::string& list, const Topology& topology)
        : m_list(list),
          m_topology(topology)
    {
    }

    std::vector<Fault> Parse();

  private:
    Fault ReadItem();
    FaultKind ReadKind();
    void ReadPlace(Fault& fault);
    uint32_t ReadNumber(const char* what, uint32_t count);
    Instant ReadTime();
    bool Skip(const std::string& text);
    void Expect(const std::string& text, const char* before);
    void Append(uint64_t& value, unsigned digit, size_t at) const;
    [[noreturn]] void Fail(size_t at, const std::string& message) const;

    const std::string& m_list;
    const Topology& m_topology;
    size_t m_at{0};        //!< next character, from 0
    size_t m_itemBegin{0}; //!< first character of the item
    size_t m_item{0};      //!< number of the item, from 1
};

std::vector<Fault>
FaultParser::Parse()
{
    std::vector<Fault> faults;
    while (!m_list.empty() && (faults.empty() || m_at < m_list.size()))
    {
        if (!faults.empty())
        {
            Expect(",", "and another fault, or the end");
        }
        m_itemBegin = m_at;
        ++m_item;
        faults.push_back(ReadItem());
    }
    return faults;
}

Fault
FaultParser::ReadItem()
{
    Fault fault{ReadKind(), 0, 0, 0, Instant(), std::nullopt};
    ReadPlace(fault);
    Expect("@", "and a time");
    fault.down = ReadTime();
    if (Skip(".."))
    {
        const size_t at = m_at;
        fault.up = ReadTime();
        if (*fault.up <= fault.down)
        {
            Fail(at, "the fault ends before it begins; expected a later time");
        }
    }
    return fault;
}

FaultKind
FaultParser::ReadKind()
{
    for (const auto& [name, kind] : KINDS)
    {
        if (Skip(std::string(name) + ":"))
        {
            return kind;
        }
    }
    Fail(m_at, "expected 'link:', 't0:', 't1:' or 'port:'");
}

void
FaultParser::ReadPlace(Fault& fault)
{
    const TopologySpec& spec = m_topology.Spec();
    if (fault.kind == FaultKind::PORT)
    {
        fault.index = ReadNumber("NIC", spec.nics);
        Expect(".", "and a plane");
        fault.plane = static_cast<PlaneId>(ReadNumber("plane", spec.planes));
        return;
    }
    fault.plane = static_cast<PlaneId>(ReadNumber("plane", spec.planes));
    if (fault.kind == FaultKind::T1)
    {
        Expect(".", "and a T1");
        fault.index = ReadNumber("T1", spec.t1Count);
        return;
    }
    Expect(".", "and a T0");
    fault.index = ReadNumber("T0", m_topology.T0sPerPlane());
    if (fault.kind == FaultKind::LINK)
    {
        Expect(".", "and a T1");
        fault.t1 = ReadNumber("T1", spec.t1Count);
    }
}

uint32_t
FaultParser::ReadNumber(const char* what, uint32_t count)
{
    const size_t begin = m_at;
    const std::string range =
        count == 0 ? "none, this fabric has no " + std::string(what)
                   : "a " + std::string(what) + ", 0 .. " + std::to_string(count - 1);
    uint64_t value = 0;
    while (m_at < m_list.size() && IsDigit(m_list[m_at]))
    {
        Append(value, static_cast<unsigned>(m_list[m_at] - '0'), begin);
        ++m_at;
    }
    if (m_at == begin || value >= count)
    {
        Fail(begin, "expected " + range);
    }
    return static_cast<uint32_t>(value);
}

Instant
FaultParser::ReadTime()
{
    const size_t begin = m_at;
    uint64_t value = 0;
    unsigned fraction = 0;
    bool point = false;
    bool digits = false;
    for (; m_at < m_list.size(); ++m_at)
    {
        const char c = m_list[m_at];
        const bool follows = m_at + 1 < m_list.size() && IsDigit(m_list[m_at + 1]);
        if (IsDigit(c))
        {
            Append(value, static_cast<unsigned>(c - '0'), begin);
            digits = true;
            fraction += point ? 1 : 0;
        }
        else if (c == '.' && digits && !point && follows)
        {
            point = true;
        }
        else
        {
            break;
        }
    }
    if (!digits)
    {
        Fail(begin, "expected a time such as 1.5ms");
    }
    const size_t unitAt = m_at;
    for (const auto& unit : UNITS)
    {
        if (!Skip(unit.name))
        {
            continue;
        }
        if (fraction > unit.digits)
        {
            Fail(begin, "expected a time of whole picoseconds");
        }
        for (unsigned i = fraction; i < unit.digits; ++i)
        {
            Append(value, 0, begin);
        }
        return Instant(static_cast<int64_t>(value));
    }
    Fail(unitAt, "expected one of the units ns, us, ms and s");
}

bool
FaultParser::Skip(const std::string& text)
{
    if (m_list.compare(m_at, text.size(), text) != 0)
    {
        return false;
    }
    m_at += text.size();
    return true;
}

void
FaultParser::Expect(const std::string& text, const char* before)
{
    if (!Skip(text))
    {
        Fail(m_at, "expected '" + text + "' " + before);
    }
}

/** Appends a decimal digit to a number that began at this character. */
void
FaultParser::Append(uint64_t& value, unsigned digit, size_t at) const
{
    if (value > (MAX_PS - digit) / 10)
    {
        Fail(at, "expected a smaller number, below 2^63 (of picoseconds, if it is a time)");
    }
    value = value * 10 + digit;
}

void
FaultParser::Fail(size_t at, const std::string& message) const
{
    const size_t end = std::min(m_list.find(',', m_itemBegin), m_list.size());
    throw std::invalid_argument("fault list, item " + std::to_string(m_item) + " " +
                                Quoted(m_list.substr(m_itemBegin, end - m_itemBegin)) +
                                ", character " + std::to_string(at + 1) + ": " + message);
}

} // namespace

std::vector<Fault>
ReadFaultList(const std::string& list, const Topology& topology)
{
    return FaultParser(list, topology).Parse();
}

} // namespace mrc
} // namespace ns3
