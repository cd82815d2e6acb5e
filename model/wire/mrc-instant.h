/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_INSTANT_H
#define MRC_INSTANT_H

#include <cstdint>
#include <limits>

namespace ns3
{
namespace mrc
{

/**
 * A length of simulated time in integer picoseconds.
 *
 * ns3::Time is not used inside the model. At ns-3's default resolution of 1 ns the serialisation of
 * a 114 B acknowledgement at 800 Gb/s (1.14 ns) would be 12 % wrong.
 */
class Span
{
  public:
    constexpr Span() = default;

    /** @param ps the length in picoseconds, negative lengths allowed */
    explicit constexpr Span(int64_t ps)
        : m_ps(ps)
    {
    }

    /** @return the length in picoseconds */
    constexpr int64_t Ps() const
    {
        return m_ps;
    }

    /** @return the longest representable length */
    static constexpr Span Max()
    {
        return Span(std::numeric_limits<int64_t>::max());
    }

    friend constexpr Span operator+(Span a, Span b)
    {
        return Span(a.m_ps + b.m_ps);
    }

    friend constexpr Span operator-(Span a, Span b)
    {
        return Span(a.m_ps - b.m_ps);
    }

    friend constexpr Span operator*(Span a, int64_t k)
    {
        return Span(a.m_ps * k);
    }

    friend constexpr Span operator/(Span a, int64_t k)
    {
        return Span(a.m_ps / k);
    }

    friend constexpr bool operator==(Span a, Span b)
    {
        return a.m_ps == b.m_ps;
    }

    friend constexpr bool operator!=(Span a, Span b)
    {
        return a.m_ps != b.m_ps;
    }

    friend constexpr bool operator<(Span a, Span b)
    {
        return a.m_ps < b.m_ps;
    }

    friend constexpr bool operator>(Span a, Span b)
    {
        return a.m_ps > b.m_ps;
    }

    friend constexpr bool operator<=(Span a, Span b)
    {
        return a.m_ps <= b.m_ps;
    }

    friend constexpr bool operator>=(Span a, Span b)
    {
        return a.m_ps >= b.m_ps;
    }

  private:
    int64_t m_ps{0};
};

/** @return a length of n nanoseconds */
constexpr Span
Nanos(int64_t n)
{
    return Span(n * 1000);
}

/** @return a length of n microseconds */
constexpr Span
Micros(int64_t n)
{
    return Span(n * 1000000);
}

/**
 * A point of simulated time in integer picoseconds since the start of the simulation.
 */
class Instant
{
  public:
    constexpr Instant() = default;

    /** @param ps picoseconds since the start of the simulation */
    explicit constexpr Instant(int64_t ps)
        : m_ps(ps)
    {
    }

    /** @return picoseconds since the start of the simulation */
    constexpr int64_t Ps() const
    {
        return m_ps;
    }

    /** @return the instant that is never reached */
    static constexpr Instant Never()
    {
        return Instant(std::numeric_limits<int64_t>::max());
    }

    friend constexpr Instant operator+(Instant a, Span b)
    {
        return Instant(a.m_ps + b.Ps());
    }

    friend constexpr Instant operator-(Instant a, Span b)
    {
        return Instant(a.m_ps - b.Ps());
    }

    friend constexpr Span operator-(Instant a, Instant b)
    {
        return Span(a.m_ps - b.m_ps);
    }

    friend constexpr bool operator==(Instant a, Instant b)
    {
        return a.m_ps == b.m_ps;
    }

    friend constexpr bool operator!=(Instant a, Instant b)
    {
        return a.m_ps != b.m_ps;
    }

    friend constexpr bool operator<(Instant a, Instant b)
    {
        return a.m_ps < b.m_ps;
    }

    friend constexpr bool operator>(Instant a, Instant b)
    {
        return a.m_ps > b.m_ps;
    }

    friend constexpr bool operator<=(Instant a, Instant b)
    {
        return a.m_ps <= b.m_ps;
    }

    friend constexpr bool operator>=(Instant a, Instant b)
    {
        return a.m_ps >= b.m_ps;
    }

  private:
    int64_t m_ps{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_INSTANT_H */
