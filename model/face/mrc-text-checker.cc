/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-text-checker.h"

#include "ns3/string.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** Lets texts pass that a function finds good. */
class TextChecker : public AttributeChecker
{
  public:
    TextChecker(bool (*isGood)(const std::string& text), const char* expected)
        : m_isGood(isGood),
          m_expected(expected)
    {
    }

    bool Check(const AttributeValue& value) const override
    {
        const auto* const text = dynamic_cast<const StringValue*>(&value);
        return text != nullptr && m_isGood(text->Get());
    }

    std::string GetValueTypeName() const override
    {
        return "ns3::StringValue";
    }

    bool HasUnderlyingTypeInformation() const override
    {
        return true;
    }

    std::string GetUnderlyingTypeInformation() const override
    {
        return m_expected;
    }

    Ptr<AttributeValue> Create() const override
    {
        return Ptr<AttributeValue>(new StringValue(), false);
    }

    bool Copy(const AttributeValue& source, AttributeValue& destination) const override
    {
        const auto* const from = dynamic_cast<const StringValue*>(&source);
        auto* const to = dynamic_cast<StringValue*>(&destination);
        if (from == nullptr || to == nullptr)
        {
            return false;
        }
        *to = *from;
        return true;
    }

  private:
    bool (*m_isGood)(const std::string& text);
    const char* m_expected;
};

} // namespace

Ptr<const AttributeChecker>
MakeTextChecker(bool (*isGood)(const std::string& text), const char* expected)
{
    return Ptr<const AttributeChecker>(new TextChecker(isGood, expected), false);
}

} // namespace mrc
} // namespace ns3
