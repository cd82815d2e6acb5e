/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FIRST_ERROR_H
#define MRC_FIRST_ERROR_H

#include "mrc-hot-event.h"

#include <exception>

namespace ns3
{
namespace mrc
{

/** Of several errors, which one belongs to the earliest event? One shard comes no further. */
class FirstError
{
  public:
    /** There was no error. */
    void Clear()
    {
        m_error = nullptr;
    }

    /** The present exception is an error. @param event that has thrown it */
    void Note(const HotEvent& event)
    {
        Note(event, std::current_exception());
    }

    /** @param other an error that counts too, or none */
    void Join(const FirstError& other)
    {
        if (other.m_error)
        {
            Note(other.m_event, other.m_error);
        }
    }

    /** @return whether there was an error */
    explicit operator bool() const
    {
        return m_error != nullptr;
    }

    /** @return the event that has thrown the error, if there was one */
    const HotEvent& Event() const
    {
        return m_event;
    }

    /** Throws the error, if there was one. */
    void Rethrow() const
    {
        if (m_error)
        {
            std::rethrow_exception(m_error);
        }
    }

  private:
    void Note(const HotEvent& event, const std::exception_ptr& error)
    {
        if (!m_error || EarlierHotEvent()(event, m_event))
        {
            m_event = event;
            m_error = error;
        }
    }

    HotEvent m_event{};         //!< see Event
    std::exception_ptr m_error; //!< null: all went well
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FIRST_ERROR_H */
