/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-queue-pair-counters.h"

#include "ns3/mrc-enum-text.h"

#include <algorithm>
#include <functional>

namespace ns3
{
namespace mrc
{

std::ostream&
operator<<(std::ostream& out, RetransmitCause cause)
{
    static constexpr const char* NAMES[] = {"TRIM", "GAP", "TIMEOUT", "REFUSED", "PORT"};
    return PrintName(out, NAMES, cause);
}

QueuePairCounters&
QueuePairCounters::operator+=(const QueuePairCounters& other)
{
    // A structured binding names all members, or does not compile: none can be forgotten.
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q] = *this;
    const auto& [A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q] = other;
    const auto sum = [](auto& to, const auto& from) {
        std::transform(std::begin(to), std::end(to), std::begin(from), std::begin(to), std::plus());
    };
    a += A;
    b += B;
    c += C;
    sum(d, D);
    sum(e, E);
    sum(f, F);
    g += G;
    h += H;
    i += I;
    j += J;
    k += K;
    l += L;
    m += M;
    n += N;
    o += O;
    p += P;
    q = std::max(q, Q);
    return *this;
}

} // namespace mrc
} // namespace ns3
