/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LATE_CALL_H
#define MRC_LATE_CALL_H

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace ns3
{
namespace mrc
{

/**
 * Something that is called later, as by std::function<void()>, and moved until then.
 *
 * A window may have thousands of such calls. Captures of a few words lie within the object, so that
 * the call needs no heap memory: std::function has room for two words alone.
 */
class LateCall
{
  public:
    /** Calls nothing, and must not be called. */
    LateCall() = default;

    /**
     * @tparam Closure a functor without arguments
     * @param closure the same
     */
    template <typename Closure,
              typename = std::enable_if_t<!std::is_same_v<std::decay_t<Closure>, LateCall>>>
    LateCall(Closure&& closure)
    {
        using Kept = std::decay_t<Closure>;
        if constexpr (Fits<Kept>())
        {
            Keep<Kept>(std::forward<Closure>(closure));
        }
        else
        {
            auto boxed = [box = std::make_unique<Kept>(std::forward<Closure>(closure))] {
                (*box)();
            };
            static_assert(Fits<decltype(boxed)>());
            Keep<decltype(boxed)>(std::move(boxed));
        }
    }

    /** @param other calls nothing from now on */
    LateCall(LateCall&& other) noexcept
    {
        Take(other);
    }

    /** @param other calls nothing from now on @return this */
    LateCall& operator=(LateCall&& other) noexcept
    {
        if (this != &other)
        {
            Drop();
            Take(other);
        }
        return *this;
    }

    ~LateCall()
    {
        Drop();
    }

    LateCall(const LateCall&) = delete;
    LateCall& operator=(const LateCall&) = delete;

    /** Calls the closure. */
    void operator()()
    {
        m_kind->call(m_room);
    }

  private:
    /** What can be done with a closure of some type. */
    struct Kind
    {
        void (*call)(void* closure);
        void (*move)(void* from, void* to); //!< ends the one that was moved; null: bytes do
        void (*end)(void* closure);         //!< null: nothing is to be done
    };

    static constexpr std::size_t ROOM = 64; //!< bytes: a completion, its seat and a pointer

    template <typename Kept>
    static constexpr bool Fits()
    {
        return sizeof(Kept) <= ROOM && alignof(Kept) <= alignof(void*) &&
               std::is_nothrow_move_constructible_v<Kept>;
    }

    template <typename Kept>
    static void Call(void* closure)
    {
        (*static_cast<Kept*>(closure))();
    }

    template <typename Kept>
    static void Move(void* from, void* to)
    {
        Kept& kept = *static_cast<Kept*>(from);
        new (to) Kept(std::move(kept));
        kept.~Kept();
    }

    template <typename Kept>
    static void End(void* closure)
    {
        static_cast<Kept*>(closure)->~Kept();
    }

    template <typename Kept>
    static constexpr Kind KindOf()
    {
        if constexpr (std::is_trivially_copyable_v<Kept>)
        {
            return {&Call<Kept>, nullptr, nullptr};
        }
        else
        {
            return {&Call<Kept>, &Move<Kept>, &End<Kept>};
        }
    }

    template <typename Kept, typename Closure>
    void Keep(Closure&& closure)
    {
        static constexpr Kind KIND = KindOf<Kept>();
        new (m_room) Kept(std::forward<Closure>(closure));
        m_kind = &KIND;
    }

    void Take(LateCall& other)
    {
        m_kind = std::exchange(other.m_kind, nullptr);
        if (m_kind == nullptr || m_kind->move == nullptr)
        {
            std::memcpy(m_room, other.m_room, ROOM);
        }
        else
        {
            m_kind->move(other.m_room, m_room);
        }
    }

    void Drop()
    {
        if (m_kind != nullptr && m_kind->end != nullptr)
        {
            m_kind->end(m_room);
        }
        m_kind = nullptr;
    }

    const Kind* m_kind{nullptr}; //!< null: calls nothing
    alignas(void*) unsigned char m_room[ROOM]{};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LATE_CALL_H */
