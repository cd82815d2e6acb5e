/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHARED_LIST_H
#define MRC_SHARED_LIST_H

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * A list. Copies of the list share the items until one of them is changed.
 *
 * A workload may have ten million transfers, and plan, driver and judge each keep all of them, as
 * copies of a list. References to items end with the next change of the list.
 *
 * @tparam T of an item
 */
template <typename T>
class SharedList
{
  public:
    SharedList() = default;

    /** @param items of the list */
    SharedList(std::vector<T> items)
        : m_items(std::make_shared<std::vector<T>>(std::move(items)))
    {
    }

    /** @param items of the list */
    SharedList(std::initializer_list<T> items)
        : SharedList(std::vector<T>(items))
    {
    }

    /** @return the items, as long as the list is not changed */
    operator const std::vector<T>&() const
    {
        return Items();
    }

    /** @return the first item, to read */
    auto begin() const
    {
        return Items().begin();
    }

    /** @return the first item, to change */
    auto begin()
    {
        return Own().begin();
    }

    /** @return the end behind the last item, to read */
    auto end() const
    {
        return Items().end();
    }

    /** @return the end behind the last item, to change */
    auto end()
    {
        return Own().end();
    }

    /** @return how many items there are */
    std::size_t size() const
    {
        return Items().size();
    }

    /** @return whether there is none */
    bool empty() const
    {
        return Items().empty();
    }

    /** @param place of an item @return the item, to read */
    const T& operator[](std::size_t place) const
    {
        return Items()[place];
    }

    /** @param place of an item @return the item, to change */
    T& operator[](std::size_t place)
    {
        return Own()[place];
    }

    /** @param place of an item @return the item, to read @throws std::out_of_range if none is there
     */
    const T& at(std::size_t place) const
    {
        return Items().at(place);
    }

    /** @param place of an item @return the item, to change @throws std::out_of_range as above */
    T& at(std::size_t place)
    {
        return Own().at(place);
    }

    /** @return the last item, to read */
    const T& back() const
    {
        return Items().back();
    }

    /** @return the last item, to change */
    T& back()
    {
        return Own().back();
    }

    /** @param item to add behind the last one */
    void push_back(const T& item)
    {
        Own().push_back(item);
    }

    /** @param count items that there will be */
    void reserve(std::size_t count)
    {
        Own().reserve(count);
    }

    /** Removes all items from this list. */
    void clear()
    {
        m_items.reset();
    }

    /** Gives back the room for more items. */
    void shrink_to_fit()
    {
        Own().shrink_to_fit();
    }

  private:
    const std::vector<T>& Items() const
    {
        static const std::vector<T> NONE;
        return m_items ? *m_items : NONE;
    }

    std::vector<T>& Own()
    {
        if (!m_items)
        {
            m_items = std::make_shared<std::vector<T>>();
        }
        else if (m_items.use_count() > 1)
        {
            m_items = std::make_shared<std::vector<T>>(*m_items);
        }
        return *m_items;
    }

    std::shared_ptr<std::vector<T>> m_items; //!< null: none
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHARED_LIST_H */
