/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_VALUE_ACCESSOR_H
#define MRC_VALUE_ACCESSOR_H

#include "ns3/attribute.h"
#include "ns3/object-base.h"
#include "ns3/ptr.h"

#include <utility>

namespace ns3
{
namespace mrc
{

/**
 * Reads and writes an attribute by two functions.
 *
 * ns-3's own accessors want a member of the class, or a pair of methods, for each attribute.
 */
template <class Owner, class Value, class Getter, class Setter>
class ValueAccessor : public AttributeAccessor
{
  public:
    /**
     * @param get returns the Value of an Owner
     * @param set gives an Owner a Value; returns whether the Owner takes that
     */
    ValueAccessor(Getter get, Setter set)
        : m_get(std::move(get)),
          m_set(std::move(set))
    {
    }

    bool Set(ObjectBase* object, const AttributeValue& value) const override
    {
        auto* const owner = dynamic_cast<Owner*>(object);
        const auto* const given = dynamic_cast<const Value*>(&value);
        return owner != nullptr && given != nullptr && m_set(*owner, *given);
    }

    bool Get(const ObjectBase* object, AttributeValue& value) const override
    {
        const auto* const owner = dynamic_cast<const Owner*>(object);
        auto* const result = dynamic_cast<Value*>(&value);
        if (owner == nullptr || result == nullptr)
        {
            return false;
        }
        *result = m_get(*owner);
        return true;
    }

    bool HasGetter() const override
    {
        return true;
    }

    bool HasSetter() const override
    {
        return true;
    }

  private:
    Getter m_get;
    Setter m_set;
};

/** @return an accessor of these two functions, see ValueAccessor */
template <class Owner, class Value, class Getter, class Setter>
Ptr<const AttributeAccessor>
MakeValueAccessor(Getter get, Setter set)
{
    using Accessor = ValueAccessor<Owner, Value, Getter, Setter>;
    return Ptr<const AttributeAccessor>(new Accessor(std::move(get), std::move(set)), false);
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_VALUE_ACCESSOR_H */
