/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LISTENER_LIST_H
#define MRC_LISTENER_LIST_H

#include <algorithm>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Listeners in the order in which they came: one alone takes no memory beside the list.
 *
 * A job may have millions of queue pairs, each of which has one listener.
 *
 * @tparam Listener hears something
 */
template <typename Listener>
class ListenerList
{
  public:
    /** @param listener to add behind the others */
    void Add(Listener& listener)
    {
        if (m_first == nullptr && !m_others)
        {
            m_first = &listener;
            return;
        }
        if (!m_others)
        {
            m_others = std::make_unique<std::vector<Listener*>>();
        }
        m_others->push_back(&listener);
    }

    /** @param listener to take out */
    void Remove(Listener& listener)
    {
        if (m_first == &listener)
        {
            m_first = nullptr;
        }
        if (m_others)
        {
            m_others->erase(std::remove(m_others->begin(), m_others->end(), &listener),
                            m_others->end());
        }
    }

    /** @return the first listener, null: it was taken out, or there is none */
    const Listener* First() const
    {
        return m_first;
    }

    /** @param tell is called with each listener that is there at the call */
    template <typename Action>
    void ForEach(const Action& tell) const
    {
        const std::vector<Listener*> others = m_others ? *m_others : std::vector<Listener*>();
        if (m_first != nullptr)
        {
            tell(*m_first);
        }
        for (Listener* listener : others)
        {
            tell(*listener);
        }
    }

  private:
    Listener* m_first{nullptr};                       //!< null: it was taken out
    std::unique_ptr<std::vector<Listener*>> m_others; //!< those behind it
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LISTENER_LIST_H */
