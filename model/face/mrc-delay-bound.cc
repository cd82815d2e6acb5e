/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-delay-bound.h"

#include "ns3/fatal-error.h"

#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * Far above any real delay, and low enough for sums of many to stay far from the end of Instant.
 */
constexpr int MAX_DELAY_SECONDS = 1;

/**
 * Any Time from 0 on, described as a delay. Programs that ask for the allowed range are told the
 * upper bound. A value beyond passes here; RefuseDelay refuses that value, with a better message.
 */
class DelayChecker : public AttributeChecker
{
  public:
    bool Check(const AttributeValue& value) const override
    {
        return m_any->Check(value);
    }

    std::string GetValueTypeName() const override
    {
        return m_any->GetValueTypeName();
    }

    bool HasUnderlyingTypeInformation() const override
    {
        return true;
    }

    std::string GetUnderlyingTypeInformation() const override
    {
        return "Time 0s:" + std::to_string(MAX_DELAY_SECONDS) + "s";
    }

    Ptr<AttributeValue> Create() const override
    {
        return m_any->Create();
    }

    bool Copy(const AttributeValue& source, AttributeValue& destination) const override
    {
        return m_any->Copy(source, destination);
    }

  private:
    Ptr<const AttributeChecker> m_any = MakeTimeChecker(Time(0));
};

} // namespace

void
RefuseDelay(const char* attribute, const Time& delay)
{
    if (delay.IsStrictlyNegative() || delay > Seconds(MAX_DELAY_SECONDS))
    {
        std::ostringstream what;
        what << attribute << " is " << delay.As() << "; expected 0 .. " << MAX_DELAY_SECONDS
             << " s";
        throw std::invalid_argument(what.str());
    }
}

/** For the faces of a running network: all their attributes end the program when they refuse. */
void
CheckDelay(const char* attribute, const Time& delay)
{
    try
    {
        RefuseDelay(attribute, delay);
    }
    catch (const std::invalid_argument& error)
    {
        NS_FATAL_ERROR(error.what());
    }
}

Ptr<const AttributeChecker>
MakeDelayChecker()
{
    return Create<DelayChecker>();
}

} // namespace mrc
} // namespace ns3
