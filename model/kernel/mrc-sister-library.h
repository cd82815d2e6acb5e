/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SISTER_LIBRARY_H
#define MRC_SISTER_LIBRARY_H

#include <string>

namespace ns3
{
namespace mrc
{

/** A function of a part of the module that few runs need. */
struct SisterFunction
{
    const char* library; //!< a file beside that of the module
    const char* name;    //!< of the function, as C knows it
};

/**
 * Loads a part of the module, with the libraries that it was linked with.
 *
 * @param function what to look for there; its symbols are then known to all
 * @param[out] why what the system says if there is none
 * @return the function, null: there is none
 */
void* FunctionOf(const SisterFunction& function, std::string& why);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SISTER_LIBRARY_H */
