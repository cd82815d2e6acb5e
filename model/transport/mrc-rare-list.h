/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RARE_LIST_H
#define MRC_RARE_LIST_H

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * A list that is empty in nearly all of the objects that have one: then the list is a null pointer.
 *
 * @tparam T of an item
 */
template <typename T>
class RareList
{
  public:
    /** @return whether there is no item */
    bool empty() const
    {
        return m_items == nullptr;
    }

    /** @return how many items there are */
    std::size_t size() const
    {
        return empty() ? 0 : m_items->size();
    }

    /** @return the first item; of an empty list null */
    T* begin()
    {
        return empty() ? nullptr : m_items->data();
    }

    /** @return the end behind the last item */
    T* end()
    {
        return begin() + size();
    }

    /** @return the first item, to read; of an empty list null */
    const T* begin() const
    {
        return empty() ? nullptr : m_items->data();
    }

    /** @return the end behind the last item, to read */
    const T* end() const
    {
        return begin() + size();
    }

    /** Appends an item; pointers to others end. */
    void push_back(T item)
    {
        if (empty())
        {
            m_items = std::make_unique<std::vector<T>>();
        }
        m_items->push_back(std::move(item));
    }

    /** Removes items in a row, which may be none; pointers to others end. */
    void erase(T* first, T* last)
    {
        if (first == last)
        {
            return;
        }
        const auto items = m_items->begin();
        m_items->erase(items + (first - begin()), items + (last - begin()));
        if (m_items->empty())
        {
            clear();
        }
    }

    /** Removes an item; pointers to others end. */
    void erase(T* item)
    {
        erase(item, item + 1);
    }

    /** Removes all items, and gives back their memory. */
    void clear()
    {
        m_items.reset();
    }

    /** Takes other items in place of all. @return this */
    RareList& operator=(std::vector<T> items)
    {
        m_items = items.empty() ? nullptr : std::make_unique<std::vector<T>>(std::move(items));
        return *this;
    }

  private:
    std::unique_ptr<std::vector<T>> m_items; //!< null: none
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RARE_LIST_H */
