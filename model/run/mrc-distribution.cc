/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-distribution.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{
namespace mrc
{

namespace
{

// frexp gives a mantissa of 0.5 .. 1. Rounded to this step, a value errs by at most one part in
// 16,384 near 0.5, and by half of that near 1.
constexpr double MANTISSA_STEPS = 16384;

/** @return the number with fewer digits; infinities and NaN as they are. Keeps the order */
double
Rounded(double value)
{
    int exponent = 0;
    const double mantissa = std::frexp(value, &exponent);
    return std::isfinite(value)
               ? std::ldexp(std::round(mantissa * MANTISSA_STEPS) / MANTISSA_STEPS, exponent)
               : value;
}

} // namespace

double
Distribution::Quantile(double share)
{
    if (Count() == 0)
    {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const double count = Count();
    // 0.99 * 100 is a little more than 99: the tolerance keeps the rank that was meant
    const auto rank = static_cast<std::size_t>(std::ceil(share * count - 1e-9 * count));
    return OfRank(std::clamp<std::size_t>(rank, 1, Count()));
}

Distribution::Contents
Distribution::Tell()
{
    Fold();
    return {m_bins, m_greatest, m_rounds};
}

void
Distribution::Join(const Contents& others)
{
    if (others.bins.empty())
    {
        return;
    }
    Fold();
    m_rounds = m_rounds || others.rounds; // more would be different together, too
    m_greatest = m_folded == 0 ? others.greatest : std::max(m_greatest, others.greatest);
    for (const Bin& bin : others.bins)
    {
        m_folded += bin.count;
    }
    Merge(others.bins);
    Round();
}

/** @return the number of this rank in sorted order, from 1 */
double
Distribution::OfRank(std::size_t rank)
{
    // While nothing is folded the values stand in any order, and finding one rank needs no sort.
    if (m_folded == 0)
    {
        const auto found = m_values.begin() + static_cast<std::ptrdiff_t>(rank - 1);
        std::nth_element(m_values.begin(), found, m_values.end());
        return *found;
    }
    // From here on bins answer, so the values that came since the last fold have to join them.
    Fold();
    // The greatest is told exactly; the bin that holds the greatest may be rounded.
    if (rank == m_folded)
    {
        return m_greatest;
    }
    auto bin = m_bins.begin();
    for (; rank > bin->count; ++bin)
    {
        rank -= bin->count;
    }
    return bin->value;
}

/** Moves the values that are kept one by one to the bins. */
void
Distribution::Fold()
{
    if (m_values.empty())
    {
        return;
    }
    std::sort(m_values.begin(), m_values.end());
    m_greatest = m_folded == 0 ? m_values.back() : std::max(m_greatest, m_values.back());
    m_folded += m_values.size();
    std::vector<Bin> bins;
    bins.reserve(m_values.size());
    for (const double value : m_values)
    {
        bins.push_back({value, 1});
    }
    m_values.clear();
    Merge(bins);
    Round();
}

/**
 * A merge of two sorted sequences. Append sees values in ascending order, also rounded ones, so
 * that bins stay sorted and distinct.
 */
void
Distribution::Merge(const std::vector<Bin>& bins)
{
    std::vector<Bin> known;
    known.swap(m_bins);
    auto next = known.begin();
    for (const Bin& bin : bins)
    {
        for (; next != known.end() && next->value < bin.value; ++next)
        {
            Append(*next);
        }
        Append(bin);
    }
    std::for_each(next, known.end(), [this](const Bin& bin) { Append(bin); });
}

/**
 * If too many values differ, all are rounded from now on, and the bins that there are once more.
 * Rounding bounds their number by exponents times steps.
 */
void
Distribution::Round()
{
    if (!m_rounds && m_bins.size() > MOST)
    {
        m_rounds = true;
        std::vector<Bin> known;
        known.swap(m_bins);
        std::for_each(known.begin(), known.end(), [this](const Bin& bin) { Append(bin); });
    }
    // A rounded set may need far fewer bins than the exact one had; the unused memory would stay.
    m_bins.shrink_to_fit();
}

/** Adds to the last bin, or a bin behind the last. */
void
Distribution::Append(const Bin& bin)
{
    const double value = m_rounds ? Rounded(bin.value) : bin.value;
    if (m_bins.empty() || m_bins.back().value < value)
    {
        m_bins.push_back({value, 0});
    }
    m_bins.back().count += bin.count;
}

} // namespace mrc
} // namespace ns3
