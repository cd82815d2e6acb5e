/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fault-parser.h"

#include "mrc-fault-names.h"
#include "mrc-fault-outages.h"
#include "mrc-fault-places.h"
#include "mrc-graph-shape.h"
#include "mrc-level-names.h"
#include "mrc-node-ports.h"
#include "mrc-topology-tiers.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace ns3
{
namespace mrc
{

namespace
{

/** Times are kept as integers, so a unit is a count of zeros. */
struct Unit
{
    const char* name;
    unsigned digits; //!< a unit is 10^digits ps
};

const Unit UNITS[] = {{"ns", 3}, {"us", 6}, {"ms", 9}, {"s", 12}};

struct Kind
{
    const char* name;
    FaultKind kind;
    FaultDirection direction;
};

// The colon belongs to the word: no word is the beginning of another one.
const Kind KINDS[] = {
    {"link:", FaultKind::LINK, FaultDirection::BOTH},
    {"link-up:", FaultKind::LINK, FaultDirection::UP},
    {"link-down:", FaultKind::LINK, FaultDirection::DOWN},
    {"t0:", FaultKind::T0, FaultDirection::BOTH},
    {"t1:", FaultKind::T1, FaultDirection::BOTH},
    {"port:", FaultKind::PORT, FaultDirection::BOTH},
    {"port-up:", FaultKind::PORT, FaultDirection::UP},
    {"port-down:", FaultKind::PORT, FaultDirection::DOWN},
    {"plane:", FaultKind::PLANE, FaultDirection::BOTH},
    {"t2:", FaultKind::T2, FaultDirection::BOTH},
    {"upper-link:", FaultKind::UPPER_LINK, FaultDirection::BOTH},
    {"upper-link-up:", FaultKind::UPPER_LINK, FaultDirection::UP},
    {"upper-link-down:", FaultKind::UPPER_LINK, FaultDirection::DOWN},
    {"t3:", FaultKind::T3, FaultDirection::BOTH},
    {"t2-link:", FaultKind::T2_LINK, FaultDirection::BOTH},
    {"t2-link-up:", FaultKind::T2_LINK, FaultDirection::UP},
    {"t2-link-down:", FaultKind::T2_LINK, FaultDirection::DOWN},
    {"t3-link:", FaultKind::T3_LINK, FaultDirection::BOTH},
    {"t3-link-up:", FaultKind::T3_LINK, FaultDirection::UP},
    {"t3-link-down:", FaultKind::T3_LINK, FaultDirection::DOWN},
    {"transceiver:", FaultKind::TRANSCEIVER, FaultDirection::BOTH},
    {"nic:", FaultKind::NIC, FaultDirection::BOTH},
};

struct Effect
{
    const char* name;
    FaultEffect effect;
    char follows; //!< a percentage (%), a rate (e) or nothing (0)
};

const Effect EFFECTS[] = {
    {"down", FaultEffect::DOWN, 0},
    {"silent", FaultEffect::SILENT, 0},
    {"loss=", FaultEffect::LOSS, '%'},
    {"rate=", FaultEffect::RATE, '%'},
    {"ber=", FaultEffect::BITS, 'e'},
    {"storm", FaultEffect::STORM, 0},
};

/** The latest instant that is not Instant::Never(). */
constexpr uint64_t MAX_PS = static_cast<uint64_t>(std::numeric_limits<int64_t>::max()) - 1;

/** std::isdigit is undefined for characters below 0, which any file may contain. */
bool
IsDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

FaultParser::FaultParser(const std::string& text, const Topology& topology)
    : m_text(text),
      m_topology(topology)
{
}

Fault
FaultParser::ReadWhere()
{
    Fault fault;
    ReadKind(fault);
    ReadPlace(fault);
    return fault;
}

FaultKind
FaultParser::ReadKindName()
{
    for (const Kind& kind : KINDS)
    {
        const std::string word(kind.name, std::strlen(kind.name) - 1); // without the colon
        const std::size_t end = m_at + word.size();
        const bool ends = end < m_text.size() && (m_text[end] == '/' || m_text[end] == '@');
        if (kind.direction == FaultDirection::BOTH && ends && Skip(word))
        {
            return kind.kind;
        }
    }
    throw FaultError(m_at,
                     "expected 'x15', or a kind of places: 'link', 't0', 't1', 'port', 'plane', "
                     "'nic' or 'transceiver'; with three tiers 't2' or 'upper-link'. In a graph "
                     "also 't3', 't2-link' or 't3-link'");
}

void
FaultParser::ReadKind(Fault& fault)
{
    for (const Kind& kind : KINDS)
    {
        if (Skip(kind.name))
        {
            fault.kind = kind.kind;
            fault.direction = kind.direction;
            return;
        }
    }
    throw FaultError(m_at,
                     "expected 'link:', 't0:', 't1:', 'port:', 'plane:', 'nic:', 'transceiver:', "
                     "'random:', or one direction: 'link-up:', 'link-down:', 'port-up:' or "
                     "'port-down:'; with three tiers "
                     "'t2:', 'upper-link:', 'upper-link-up:' or 'upper-link-down:'. In a graph "
                     "also 't3:', 't2-link:' or 't3-link:'");
}

/** Numbers are checked against the fabric at once, so that a message can point at the number. */
void
FaultParser::ReadPlace(Fault& fault)
{
    const TopologySpec& spec = m_topology.Spec();
    if (spec.graph && ReadNames(fault))
    {
        return;
    }
    RefuseUnknownName(fault.kind);
    if (fault.kind == FaultKind::NIC)
    {
        fault.index = ReadNumber("NIC", spec.nics);
        return;
    }
    // A port is named by its NIC first; all else has the plane in front, as the names of nodes do.
    if (fault.kind == FaultKind::PORT)
    {
        fault.index = ReadNumber("NIC", spec.nics);
        Expect(".", "and a plane");
        fault.plane = static_cast<PlaneId>(ReadNumber("plane", spec.planes));
        return;
    }
    fault.plane = static_cast<PlaneId>(ReadNumber("plane", spec.planes));
    const SwitchPlaces* const part = SwitchPlacesOf(fault.kind);
    if (part != nullptr && part->owner != NodeKind::T0)
    {
        ReadUpper(*part, fault);
    }
    else if (fault.kind != FaultKind::PLANE)
    {
        Expect(".", "and a T0");
        fault.index = ReadNumber("T0", Switches(NodeKind::T0, fault.plane));
        ReadPartOfT0(fault);
    }
}

/** Reads a switch above the T0s, or an uplink of one, behind the plane. */
void
FaultParser::ReadUpper(const SwitchPlaces& part, Fault& fault)
{
    const std::string tier = NameOfLevel(static_cast<uint32_t>(part.owner));
    Expect(".", ("and a " + tier).c_str());
    fault.index = ReadNumber(tier.c_str(), Switches(part.owner, fault.plane));
    if (part.links)
    {
        Expect(".", ("and an uplink of the " + tier).c_str());
        fault.t1 = ReadNumber((tier + " uplink").c_str(), LinksOf(part, fault));
    }
}

/** Reads the transceiver or the uplink of a T0, behind the number of that T0. */
void
FaultParser::ReadPartOfT0(Fault& fault)
{
    const TopologySpec& spec = m_topology.Spec();
    if (fault.kind == FaultKind::TRANSCEIVER)
    {
        Expect(".", "and a transceiver of the T0");
        fault.t1 = ReadNumber("transceiver of the T0",
                              TransceiversOf(m_topology, fault.plane, fault.index).size());
    }
    if (fault.kind == FaultKind::LINK)
    {
        Expect(".", "and a T1");
        fault.t1 = ReadNumber(spec.HasPods()                   ? "T1 of the T0's pod"
                              : spec.t1Links > 1 || spec.graph ? "uplink of the T0"
                                                               : "T1",
                              LinksOf(*SwitchPlacesOf(fault.kind), fault));
    }
}

/**
 * Reads names of a graph's nodes, up to the words that may follow a place. @return whether they are
 * some
 */
bool
FaultParser::ReadNames(Fault& fault)
{
    const std::string words = m_text.substr(m_at, m_text.find_first_of("/@,", m_at) - m_at);
    try
    {
        if (!FindByNames(words, m_topology, fault))
        {
            return false;
        }
    }
    catch (const std::invalid_argument& error)
    {
        throw FaultError(m_at, error.what());
    }
    m_at += words.size();
    return true;
}

/** What begins with no digit was meant as a name, and a message about a number would mislead. */
void
FaultParser::RefuseUnknownName(FaultKind kind) const
{
    const std::string words = m_text.substr(m_at, m_text.find_first_of("/@,", m_at) - m_at);
    const bool isName = !words.empty() && (words[0] < '0' || words[0] > '9');
    if (m_topology.Spec().graph && isName && HasNames(kind))
    {
        throw FaultError(
            m_at,
            "'" + words +
                "' names nothing in this graph; expected names of its nodes, with a "
                "dash between those of a link, or numbers, the plane's or NIC's first");
    }
}

/** Planes of a graph need not be alike. */
uint32_t
FaultParser::Switches(NodeKind kind, PlaneId plane) const
{
    if (m_topology.Spec().graph)
    {
        return m_topology.Spec().graph->Count(kind, plane);
    }
    const TopologyTiers& tiers = m_topology.Tiers();
    return kind == NodeKind::T0   ? tiers.T0sPerPlane()
           : kind == NodeKind::T1 ? tiers.T1sPerPlane()
           : kind == NodeKind::T2 ? tiers.T2sPerPlane()
                                  : 0; // T3s are in graphs only
}

/** @return how many uplinks of this kind the switch of a fault has */
uint32_t
FaultParser::LinksOf(const SwitchPlaces& part, const Fault& fault) const
{
    uint32_t links = 0;
    for (const uint32_t port :
         PortsOf(m_topology, m_topology.NodeAt({part.owner, fault.plane, fault.index})))
    {
        links += m_topology.PortPlaceOf(port).kind == part.links ? 1 : 0;
    }
    return links;
}

bool
FaultParser::ReadEffect(Impairment& impairment)
{
    for (const Effect& effect : EFFECTS)
    {
        if (Skip(effect.name))
        {
            impairment.effect = effect.effect;
            // The sign in the table says how the number behind the word is written.
            impairment.share = effect.follows == '%'   ? ReadShare()
                               : effect.follows == 'e' ? ReadRate()
                                                       : 1;
            if (effect.effect == FaultEffect::STORM && Skip("="))
            {
                impairment.priority = static_cast<uint8_t>(ReadNumber("priority", 8));
            }
            return true;
        }
    }
    return false;
}

/** Reads the rate of bit errors. */
double
FaultParser::ReadRate()
{
    const std::size_t begin = m_at;
    const double rate = ReadDecimal();
    if (!(rate > 0) || rate > 0.5)
    {
        throw FaultError(begin, "expected a part of all bits above 0 and up to 0.5, such as 1e-9");
    }
    return rate;
}

double
FaultParser::ReadShare()
{
    const std::size_t begin = m_at;
    const double percent = ReadDecimal();
    if (!Skip("%") || !(percent > 0) || percent > 100)
    {
        throw FaultError(begin, "expected a part above 0 % and up to 100 %, such as 0.1%");
    }
    return percent / 100;
}

double
FaultParser::ReadDecimal()
{
    std::string digits;
    const unsigned fraction = ReadDigits(digits);
    digits.insert(digits.size() - fraction, ".");
    const bool isScaled =
        m_text.compare(m_at, 2, "e-") == 0 && m_at + 2 < m_text.size() && IsDigit(m_text[m_at + 2]);
    if (isScaled)
    {
        m_at += 2;
        std::string exponent;
        for (; m_at < m_text.size() && IsDigit(m_text[m_at]); ++m_at)
        {
            exponent += m_text[m_at];
        }
        digits += "e-" + exponent;
    }
    // Without any digit the text is a point alone, for which strtod returns 0.
    return std::strtod(digits.c_str(), nullptr);
}

/** Reads a number below a count, which is 0 for T1s of a fabric without any. */
uint32_t
FaultParser::ReadNumber(const char* what, uint32_t count)
{
    const std::size_t begin = m_at;
    const std::string range =
        count == 0 ? "none, this fabric has no " + std::string(what)
                   : "a " + std::string(what) + ", 0 .. " + std::to_string(count - 1);
    uint64_t value = 0;
    while (m_at < m_text.size() && IsDigit(m_text[m_at]))
    {
        Append(value, static_cast<unsigned>(m_text[m_at] - '0'), begin);
        ++m_at;
    }
    if (m_at == begin || value >= count)
    {
        throw FaultError(begin, "expected " + range);
    }
    return static_cast<uint32_t>(value);
}

/** Reads a time without rounding: digits and unit make an integer of picoseconds. */
Instant
FaultParser::ReadTime()
{
    const std::size_t begin = m_at;
    std::string digits;
    const unsigned fraction = ReadDigits(digits);
    if (digits.empty())
    {
        throw FaultError(begin, "expected a time such as 1.5ms");
    }
    uint64_t value = 0;
    for (const char digit : digits)
    {
        Append(value, static_cast<unsigned>(digit - '0'), begin);
    }
    const std::size_t unitAt = m_at;
    for (const Unit& unit : UNITS)
    {
        if (!Skip(unit.name))
        {
            continue;
        }
        if (fraction > unit.digits)
        {
            throw FaultError(begin, "expected a time of whole picoseconds");
        }
        // digits behind the point have used up as many zeros of the unit
        for (unsigned i = fraction; i < unit.digits; ++i)
        {
            Append(value, 0, begin);
        }
        return Instant(static_cast<int64_t>(value));
    }
    throw FaultError(unitAt, "expected one of the units ns, us, ms and s");
}

/** Reads the digits of a decimal number. @return how many of them are behind the point */
unsigned
FaultParser::ReadDigits(std::string& digits)
{
    unsigned fraction = 0;
    bool point = false;
    for (; m_at < m_text.size(); ++m_at)
    {
        const char c = m_text[m_at];
        // A point without a digit behind is not part of the number: such a point may begin `..END`.
        const bool follows = m_at + 1 < m_text.size() && IsDigit(m_text[m_at + 1]);
        if (IsDigit(c))
        {
            digits += c;
            fraction += point ? 1 : 0;
        }
        else if (c == '.' && !digits.empty() && !point && follows)
        {
            point = true;
        }
        else
        {
            break;
        }
    }
    return fraction;
}

bool
FaultParser::Skip(const std::string& text)
{
    if (m_text.compare(m_at, text.size(), text) != 0)
    {
        return false;
    }
    m_at += text.size();
    return true;
}

void
FaultParser::Expect(const std::string& text, const char* purpose)
{
    if (!Skip(text))
    {
        throw FaultError(m_at, "expected '" + text + "' " + purpose);
    }
}

/** Appends a decimal digit to a number that began at this character. */
void
FaultParser::Append(uint64_t& value, unsigned digit, std::size_t at) const
{
    if (value > (MAX_PS - digit) / 10)
    {
        throw FaultError(at,
                         "expected a smaller number, below 2^63 (of picoseconds, if it is a time)");
    }
    value = value * 10 + digit;
}

} // namespace mrc
} // namespace ns3
