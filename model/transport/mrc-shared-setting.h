/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHARED_SETTING_H
#define MRC_SHARED_SETTING_H

#include <memory>
#include <utility>

namespace ns3
{
namespace mrc
{

/**
 * A setting. Copies share the value until one of them is changed.
 *
 * The ends of a million connections have the same settings, and each keeps them for its lifetime.
 *
 * @tparam T of the value
 */
template <typename T>
class SharedSetting
{
  public:
    SharedSetting()
        : SharedSetting(T())
    {
    }

    /** @param value of the setting */
    SharedSetting(const T& value)
        : m_value(std::make_shared<T>(value))
    {
    }

    /** @param value of the setting, which others may have too; made as one that may change */
    SharedSetting(std::shared_ptr<const T> value)
        : m_value(std::move(value))
    {
    }

    /** @return the value, as long as the setting is not changed */
    operator const T&() const
    {
        return *m_value;
    }

    /** @return the value, to read */
    const T* operator->() const
    {
        return m_value.get();
    }

    /** @return the value, to change: from now on this setting's own */
    T& Change()
    {
        if (m_value.use_count() == 1)
        {
            // Counting once more waits for those that let go: other threads have read the value.
            const std::shared_ptr<const T> counted = m_value;
        }
        else
        {
            m_value = std::make_shared<T>(*m_value);
        }
        return const_cast<T&>(*m_value); // no value is made constant
    }

  private:
    std::shared_ptr<const T> m_value;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHARED_SETTING_H */
