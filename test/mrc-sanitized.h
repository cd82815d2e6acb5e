/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SANITIZED_H
#define MRC_SANITIZED_H

namespace ns3
{
namespace mrc
{
namespace test
{

/**
 * How often a test repeats the same code with other draws. A sanitizer makes each time some twenty
 * times as slow, and sees what it looks for in a few.
 *
 * @param all times in a plain build
 * @param sanitized times under AddressSanitizer or ThreadSanitizer
 * @return the times in this build
 */
constexpr unsigned
Times([[maybe_unused]] unsigned all, [[maybe_unused]] unsigned sanitized)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return sanitized;
#else
    return all;
#endif
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif // MRC_SANITIZED_H
