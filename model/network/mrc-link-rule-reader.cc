/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-link-rule-reader.h"

#include "mrc-fault-parser.h"

#include "ns3/mrc-line-rate.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** 1 s in picoseconds: longer delays are taken for a mistake in the unit. */
constexpr int64_t LONGEST_PS = 1000000000000;

/** Reads one rule from left to right. Throws FaultError. */
class RuleReader
{
  public:
    /** @param words the text to read, at the beginning of a rule */
    explicit RuleReader(FaultParser& words)
        : m_words(words)
    {
    }

    LinkRule Read()
    {
        const std::size_t begin = m_words.At();
        m_rule.place = m_words.ReadWhere();
        m_words.Expect("/", "and what these links have: rate, delay, jitter, or missing");
        do
        {
            ReadProperty();
        } while (!m_rule.missing && m_words.Skip("/")); // without the link no property counts
        m_rule.place.text = m_words.TextFrom(begin);    // messages repeat the user's own words
        return m_rule;
    }

  private:
    void ReadProperty()
    {
        const std::size_t begin = m_words.At();
        if (m_words.Skip("rate="))
        {
            CheckOnce(m_hasRate, begin);
            m_hasRate = true;
            ReadRate();
        }
        else if (m_words.Skip("delay="))
        {
            CheckOnce(m_rule.delay.has_value(), begin);
            m_rule.delay = ReadSpan();
        }
        else if (m_words.Skip("jitter="))
        {
            CheckOnce(m_rule.jitter.has_value(), begin);
            m_rule.jitter = ReadSpan();
        }
        else if (m_words.Skip("missing"))
        {
            // A link that is taken away has no other property.
            CheckOnce(m_hasRate || m_rule.delay || m_rule.jitter, begin);
            m_rule.missing = true;
        }
        else
        {
            throw FaultError(m_words.At(), "expected 'rate=', 'delay=', 'jitter=' or 'missing'");
        }
    }

    static void CheckOnce(bool isTaken, std::size_t begin)
    {
        if (isTaken)
        {
            throw FaultError(begin, "expected each property once, or 'missing' alone");
        }
    }

    void ReadRate()
    {
        const std::size_t begin = m_words.At();
        const double number = m_words.ReadDecimal();
        if (m_words.Skip("%"))
        {
            m_rule.share = number / 100;
            if (!(number > 0) || number > 100)
            {
                throw FaultError(begin, "expected a part above 0 % and up to 100 %, such as 25%");
            }
            return;
        }
        const double unit = m_words.Skip("Gbps") ? 1e9 : m_words.Skip("Mbps") ? 1e6 : 0;
        const double rate = number * unit;
        // The test comes before the cast, since larger numbers do not fit.
        if (rate < LineRate::MIN_BITS_PER_SECOND || rate > LineRate::MAX_BITS_PER_SECOND)
        {
            throw FaultError(begin, "expected a part such as 25%, or a rate of 1Mbps .. 3200Gbps");
        }
        m_rule.rate = static_cast<uint64_t>(rate);
    }

    Span ReadSpan()
    {
        const std::size_t begin = m_words.At();
        const Span span = m_words.ReadTime() - Instant();
        if (span > Span(LONGEST_PS))
        {
            throw FaultError(begin, "expected a time of at most 1s");
        }
        return span;
    }

    FaultParser& m_words;
    LinkRule m_rule;
    bool m_hasRate{false}; //!< whole or share
};

} // namespace

LinkRule
ReadLinkRule(FaultParser& words)
{
    return RuleReader(words).Read();
}

} // namespace mrc
} // namespace ns3
