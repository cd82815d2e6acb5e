/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fault-item-reader.h"

#include "mrc-fault-drain.h"

#include <cmath>
#include <limits>

namespace ns3
{
namespace mrc
{

namespace
{

/** One row of a mix of faults. */
struct MixRow
{
    FaultKind kind;
    double gap;    //!< seconds from one to the next, the mean of the whole fabric
    double repair; //!< seconds until the fault is over, the mean
};

constexpr double DAYS_54 = 54 * 86400.0; // of arXiv 2407.21783, table 5

// [fault-mix-x15] has the source of each number.
const MixRow X15[] = {
    {FaultKind::LINK, 60 / 4.2, 20},
    {FaultKind::TRANSCEIVER, DAYS_54 * 3 / 35, 3600},
    {FaultKind::T0, DAYS_54 * 3 / 35, 3600},
    {FaultKind::T1, DAYS_54 * 3 / 35, 3600},
    {FaultKind::NIC, DAYS_54 / 7, 3600},
};

constexpr double PS_PER_S = 1e12;

/** @return whether places of a kind are links, or the NIC at the lower end of some */
bool
HasLowerEnd(FaultKind kind)
{
    switch (kind)
    {
    case FaultKind::NIC:
    case FaultKind::PORT:
    case FaultKind::LINK:
    case FaultKind::UPPER_LINK:
    case FaultKind::T2_LINK:
    case FaultKind::T3_LINK:
        return true;
    default:
        return false;
    }
}

/** @return this many picoseconds, at least one */
Span
SpanOf(double ps)
{
    return Span(static_cast<int64_t>(std::max(ps, 1.0)));
}

} // namespace

FaultItem
FaultItemReader::Read()
{
    const std::size_t begin = m_words.At();
    if (m_words.Skip("random:"))
    {
        ReadRandom();
    }
    else
    {
        m_item.fault = m_words.ReadWhere();
        // The place is kept as text: faults that flap or are repaired repeat it with other times.
        m_item.where = m_words.TextFrom(begin);
        if (!m_words.Skip("/"))
        {
            m_words.Expect("@", "and a time, or '/' and an effect");
        }
        else
        {
            ReadOptions();
        }
    }
    ReadTimes();
    Check(begin);
    m_item.fault.text = m_words.TextFrom(begin); // reports repeat the user's own words
    return m_item;
}

/** Reads the words behind `random:`, up to the `@`. */
void
FaultItemReader::ReadRandom()
{
    // A mix is several patterns at once; all share the options and the end.
    if (m_words.Skip("x15"))
    {
        for (const MixRow& row : X15)
        {
            m_item.random.push_back(
                {row.kind,
                 SpanOf(row.gap * PS_PER_S),
                 {RepairTime::Law::EXPONENTIAL, SpanOf(row.repair * PS_PER_S), Span()}});
        }
    }
    else
    {
        m_item.random.push_back({m_words.ReadKindName(), {}, {}});
    }
    if (!m_words.Skip("/"))
    {
        m_words.Expect("@", "and a time, or '/' and a rate, a repair time or an effect");
        return;
    }
    ReadOptions();
}

/** Reads words with `/` between them, up to the `@`. */
void
FaultItemReader::ReadOptions()
{
    do
    {
        if (!(m_item.random.empty() ? ReadFlapOption() : ReadRandomOption()))
        {
            ReadEffect();
        }
    } while (m_words.Skip("/"));
    m_words.Expect("@", "and a time, or '/' and one word more");
}

/** Reads one word of a fault that has a place. @return whether there was one */
bool
FaultItemReader::ReadFlapOption()
{
    const std::size_t begin = m_words.At();
    if (m_words.Skip("flap="))
    {
        Flap().period = ReadSpan();
        return true;
    }
    if (m_words.Skip("duty="))
    {
        Flap().duty = m_words.ReadShare();
        if (Flap().duty >= 1)
        {
            throw FaultError(begin, "expected a duty below 100%: the part of a period that is bad");
        }
        return true;
    }
    if (m_words.Skip("jitter="))
    {
        Flap().jitter = m_words.ReadShare();
        return true;
    }
    if (m_words.Skip("drain="))
    {
        m_item.fault.drain = ReadSpan();
        CheckDrain(begin);
        return true;
    }
    if (m_words.Skip("repair="))
    {
        m_item.repair = ReadRepair();
        return true;
    }
    return false;
}

/** Reads one word of faults that come at random. @return whether there was one */
bool
FaultItemReader::ReadRandomOption()
{
    const std::size_t begin = m_words.At();
    if (m_words.Skip("compress="))
    {
        m_item.compress = m_words.ReadDecimal();
        if (!(m_item.compress >= 1))
        {
            throw FaultError(begin,
                             "expected a factor of 1 or more: simulated times are as much "
                             "shorter than real ones");
        }
        return true;
    }
    // Rates and repairs of a mix are published ones, so its words cannot change them.
    RandomPattern& pattern = m_item.random.front();
    const bool isMix = m_item.random.size() > 1;
    if (!isMix && m_words.Skip("per-minute="))
    {
        const double rate = m_words.ReadDecimal();
        // Picoseconds from one fault to the next: 1 ns or more, and below 2^63.
        if (!(rate >= 1e-5) || rate > 6e10)
        {
            throw FaultError(begin,
                             "expected faults a minute, in the whole fabric, such as 4.2: from "
                             "0.00001 to 60000000000");
        }
        pattern.gap = SpanOf(60 * PS_PER_S / rate);
        return true;
    }
    if (!isMix && m_words.Skip("repair="))
    {
        pattern.repair = ReadRepair();
        return true;
    }
    return false;
}

void
FaultItemReader::ReadEffect()
{
    const std::size_t begin = m_words.At();
    // One effect only: two of them would contradict each other.
    if (!m_item.effect.empty() || !m_words.ReadEffect(m_item.fault.impairment))
    {
        throw FaultError(begin,
                         m_item.random.empty()
                             ? "expected one effect, 'down', 'silent', 'loss=', 'rate=', 'ber=' or "
                               "'storm', or 'flap=', 'duty=', 'jitter=', 'drain=' or 'repair='"
                             : "expected 'per-minute=', 'repair=', 'compress=' or one effect: "
                               "'down', 'silent', 'loss=', 'rate=', 'ber=' or 'storm'");
    }
    // The words are kept too: a fault that repeats names its effect in reports.
    m_item.effect = "/" + m_words.TextFrom(begin);
}

void
FaultItemReader::ReadTimes()
{
    m_item.fault.down = m_words.ReadTime();
    if (m_words.Skip(".."))
    {
        const std::size_t at = m_words.At();
        m_item.fault.up = m_words.ReadTime();
        if (*m_item.fault.up <= m_item.fault.down)
        {
            throw FaultError(at, "the fault ends before it begins; expected a later time");
        }
    }
}

/** Refuses words that contradict each other. */
void
FaultItemReader::Check(std::size_t begin) const
{
    // The checks come last, as words stand in any order.
    const bool ends = m_item.fault.up.has_value();
    if (m_item.flap && m_item.flap->period == Span())
    {
        throw FaultError(begin, "expected 'flap=' and a period with 'duty=' and 'jitter='");
    }
    if (m_item.flap && (!ends || m_item.repair || m_item.fault.drain))
    {
        throw FaultError(begin,
                         "expected '..' and an end of a fault that flaps, and neither 'repair=' "
                         "nor 'drain='");
    }
    // Both say when the fault is over.
    if (m_item.repair && ends)
    {
        throw FaultError(begin, "expected either 'repair=' or '..' and an end");
    }
    if (m_item.fault.drain && m_item.fault.down - Instant() < *m_item.fault.drain)
    {
        throw FaultError(begin, "the fault is drained before 0; expected a later fault, or less");
    }
    if (!m_item.random.empty() && !ends)
    {
        throw FaultError(begin, "expected '..' and an end: random faults begin until then");
    }
    if (!m_item.random.empty() &&
        (m_item.random.front().gap == Span() || m_item.random.front().repair.first == Span()))
    {
        throw FaultError(begin, "expected 'per-minute=' and 'repair=' of random faults");
    }
    const bool isStorm = m_item.fault.impairment.effect == FaultEffect::STORM;
    const bool isMix = m_item.random.size() > 1;
    const FaultKind kind = m_item.random.empty() ? m_item.fault.kind : m_item.random.front().kind;
    if (isStorm && (isMix || !HasLowerEnd(kind)))
    {
        throw FaultError(begin,
                         "expected 'nic:', 'port:' or 'link:' of a storm: one end sends pauses");
    }
}

void
FaultItemReader::CheckDrain(std::size_t begin) const
{
    if (!CanDrain(m_item.fault))
    {
        throw FaultError(begin,
                         "expected 'drain=' with a switch, a link, a 'port:', a 'transceiver:' or "
                         "a 'plane:' only");
    }
}

/** Reads `1s`, `fixed:1s` or `uniform:1s:2s`. */
RepairTime
FaultItemReader::ReadRepair()
{
    if (m_words.Skip("fixed:"))
    {
        return {RepairTime::Law::FIXED, ReadSpan(), {}};
    }
    if (!m_words.Skip("uniform:"))
    {
        return {RepairTime::Law::EXPONENTIAL, ReadSpan(), {}};
    }
    const Span least = ReadSpan();
    m_words.Expect(":", "and the longest repair time");
    const std::size_t at = m_words.At();
    const Span most = ReadSpan();
    if (most <= least)
    {
        throw FaultError(at, "expected a repair time above the shortest one");
    }
    return {RepairTime::Law::UNIFORM, least, most};
}

Span
FaultItemReader::ReadSpan()
{
    const std::size_t begin = m_words.At();
    const Span span = m_words.ReadTime() - Instant();
    if (span <= Span())
    {
        throw FaultError(begin, "expected a time above 0");
    }
    return span;
}

FlapPattern&
FaultItemReader::Flap()
{
    if (!m_item.flap)
    {
        m_item.flap.emplace();
    }
    return *m_item.flap;
}

} // namespace mrc
} // namespace ns3
