/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CONFIG_ROWS_H
#define MRC_CONFIG_ROWS_H

#include "mrc-value-accessor.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/fatal-error.h"
#include "ns3/integer.h"
#include "ns3/mrc-instant.h"
#include "ns3/mrc-tick.h"
#include "ns3/nstime.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <memory>
#include <optional>
#include <string>
#include <type_traits>

namespace ns3
{
namespace mrc
{

/** How users write a value that is no number, switch, choice or pointer: as a Value of ns-3's. */
template <class Field, class Value>
struct ValueForm
{
    Value (*write)(const Field& field);               //!< as users see the field
    std::optional<Field> (*read)(const Value& value); //!< nothing if the value is of another kind
    Ptr<const AttributeChecker> (*makeChecker)(); //!< ns-3 knows rows of a class by their checkers
};

/** The type that a member points to, if that is an object of ns-3. */
template <class Field>
struct Pointed
{
    static constexpr bool IS_OBJECT = false; //!< whether the member points to an object
};

/** The same of a pointer to an object of ns-3. */
template <class Object>
struct Pointed<Ptr<Object>>
{
    static constexpr bool IS_OBJECT = true; //!< the member points to an object
    using Type = Object;                    //!< the class with the attributes
};

/**
 * The table of a profile's attributes, a row for each: name, member of the configuration, range,
 * and help text with unit and clause. The default is the member's value in a new configuration.
 *
 * The kind of attribute follows from the member: bool, double, Span, a number with or without a
 * sign, text, an enum, or a pointer.
 */
template <class Profile, class Config>
class ConfigRows
{
  public:
    /** Refuses a change of an attribute by a fatal error, if the profile may not change now. */
    using Guard = void (Profile::*)(const char* attribute) const;

    /**
     * @param tid gets the attributes
     * @param config where a profile holds its configuration
     * @param guard judges each change; null: all are allowed
     */
    ConfigRows(TypeId tid, std::unique_ptr<Config> Profile::*config, Guard guard = nullptr)
        : m_tid(tid),
          m_config(config),
          m_guard(guard)
    {
    }

    /**
     * Adds a number, or a length of time with bounds of class Time.
     *
     * @param name of the attribute
     * @param field of the configuration
     * @param least the least allowed value
     * @param most the greatest allowed value
     * @param help the help text
     * @return the table, for the next row
     */
    template <class Field, class Least, class Most>
    ConfigRows& Row(const char* name,
                    Field Config::*field,
                    Least least,
                    Most most,
                    const char* help)
    {
        if constexpr (std::is_same_v<Field, Span>)
        {
            return Row(name, field, MakeTimeChecker(least, most), help);
        }
        else
        {
            return Row(name, field, MakeNumberChecker<Field>(least, most), help);
        }
    }

    /**
     * Adds a switch.
     *
     * @param name of the attribute
     * @param field of the configuration
     * @param help the help text
     * @return the table, for the next row
     */
    ConfigRows& Row(const char* name, bool Config::*field, const char* help)
    {
        return Row(name, field, MakeBooleanChecker(), help);
    }

    /**
     * Adds text.
     *
     * @param name of the attribute
     * @param field of the configuration
     * @param help the help text
     * @return the table, for the next row
     */
    ConfigRows& Row(const char* name, std::string Config::*field, const char* help)
    {
        return Row(name, field, MakeStringChecker(), help);
    }

    /**
     * Adds a choice, or a value with a checker of its own.
     *
     * @param name of the attribute
     * @param field of the configuration
     * @param checker knows the names of the choice
     * @param help the help text
     * @return the table, for the next row
     */
    template <class Field>
    ConfigRows& Row(const char* name,
                    Field Config::*field,
                    const Ptr<const AttributeChecker>& checker,
                    const char* help)
    {
        // A default stands in one place, the configuration: the table asks a new configuration for
        // the value.
        m_tid.AddAttribute(name, help, ToValue(Config().*field), AccessorOf(name, field), checker);
        return *this;
    }

    /**
     * Adds a value that users write in a form of its own.
     *
     * @param name of the attribute
     * @param field of the configuration
     * @param form writes and reads the value
     * @param help the help text
     * @return the table, for the next row
     */
    template <class Field, class Value>
    ConfigRows& Row(const char* name,
                    Field Config::*field,
                    const ValueForm<Field, Value>& form,
                    const char* help)
    {
        const auto get = [config = m_config, field, form](const Profile& profile) {
            return form.write((*(profile.*config)).*field);
        };
        const auto set = [rows = *this, name, field, form](Profile& profile, const Value& value) {
            const std::optional<Field> given = form.read(value);
            if (given)
            {
                rows.Ask(profile, name);
                (*(profile.*rows.m_config)).*field = *given;
            }
            return given.has_value();
        };
        const auto accessor = MakeValueAccessor<Profile, Value>(get, set);
        m_tid.AddAttribute(name, help, form.write(Config().*field), accessor, form.makeChecker());
        return *this;
    }

    /**
     * Adds a value that another class has too, with the range and the default of the row of that
     * class.
     *
     * @param owner the class that has the row
     * @param name of the attribute, here and there
     * @param field of the configuration
     * @param help the help text here; null: the same as there
     * @return the table, for the next row
     */
    template <class Field>
    ConfigRows& RowOf(TypeId owner,
                      const char* name,
                      Field Config::*field,
                      const char* help = nullptr)
    {
        TypeId::AttributeInformation row;
        if (!owner.LookupAttributeByName(name, &row))
        {
            NS_FATAL_ERROR(m_tid.GetName() << "::" << name << "; expected " << owner.GetName()
                                           << " to have that attribute too");
        }
        m_tid.AddAttribute(name,
                           help == nullptr ? row.help : help,
                           *row.originalInitialValue,
                           AccessorOf(name, field),
                           row.checker);
        return *this;
    }

  private:
    /** @return the value of a member as a user sees it */
    template <class Field>
    static auto ToValue(Field field)
    {
        if constexpr (std::is_same_v<Field, bool>)
        {
            return BooleanValue(field);
        }
        else if constexpr (std::is_same_v<Field, double>)
        {
            return DoubleValue(field);
        }
        else if constexpr (std::is_same_v<Field, Span>)
        {
            return TimeValue(ToTime(field));
        }
        else if constexpr (std::is_unsigned_v<Field>)
        {
            return UintegerValue(field);
        }
        else if constexpr (std::is_integral_v<Field>)
        {
            return IntegerValue(field);
        }
        else if constexpr (Pointed<Field>::IS_OBJECT)
        {
            return PointerValue(field);
        }
        else if constexpr (std::is_same_v<Field, std::string>)
        {
            return StringValue(field);
        }
        else
        {
            return EnumValue(field); // a template since ns-3 3.41, which holds an int before
        }
    }

    /** @return the value that a user has set in the form of the member */
    template <class Field, class Value>
    static Field FromValue(const Value& value)
    {
        if constexpr (std::is_same_v<Field, Span>)
        {
            return ToSpan(value.Get());
        }
        else if constexpr (Pointed<Field>::IS_OBJECT)
        {
            return value.template Get<typename Pointed<Field>::Type>();
        }
        else
        {
            return static_cast<Field>(value.Get());
        }
    }

    /** Bounds come as literals of any type; here they become the type of the member. */
    template <class Field>
    static Ptr<const AttributeChecker> MakeNumberChecker(Field least, Field most)
    {
        if constexpr (std::is_same_v<Field, double>)
        {
            return MakeDoubleChecker<double>(least, most);
        }
        else if constexpr (std::is_signed_v<Field>)
        {
            return MakeIntegerChecker<Field>(least, most);
        }
        else
        {
            return MakeUintegerChecker<Field>(least, most);
        }
    }

    /** Asks the guard whether an attribute of a profile may change now. */
    void Ask(const Profile& profile, const char* name) const
    {
        if (m_guard != nullptr)
        {
            (profile.*m_guard)(name);
        }
    }

    /** @return the accessor that reads and writes one member of the configuration of a Profile */
    template <class Field>
    Ptr<const AttributeAccessor> AccessorOf(const char* name, Field Config::*field) const
    {
        using Value = decltype(ToValue(Field{}));
        return MakeValueAccessor<Profile, Value>(
            [config = m_config, field](const Profile& profile) {
                return ToValue((*(profile.*config)).*field);
            },
            [rows = *this, name, field](Profile& profile, const Value& value) {
                rows.Ask(profile, name);
                (*(profile.*rows.m_config)).*field = FromValue<Field>(value);
                return true;
            });
    }

    TypeId m_tid;
    std::unique_ptr<Config> Profile::*m_config;
    Guard m_guard;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CONFIG_ROWS_H */
