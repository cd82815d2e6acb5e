/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FUZZ_H
#define MRC_FUZZ_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>

/** The function that libFuzzer calls with one input after the other. */
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size);

/** Ends the program, which the fuzzer reports with the input, unless this holds. */
inline void
Expect(bool holds)
{
    if (!holds)
    {
        std::abort();
    }
}

#endif /* MRC_FUZZ_H */
