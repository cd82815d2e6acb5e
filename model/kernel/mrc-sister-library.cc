/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sister-library.h"

#include <dlfcn.h>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the folder that holds this library, with a slash */
std::string
FolderOfLibrary()
{
    Dl_info info{};
    dladdr(reinterpret_cast<const void*>(&FunctionOf), &info);
    const std::string path = info.dli_fname == nullptr ? "" : info.dli_fname;
    return path.substr(0, path.rfind('/') + 1);
}

} // namespace

void*
FunctionOf(const SisterFunction& function, std::string& why)
{
    void* library = dlopen((FolderOfLibrary() + function.library).c_str(), RTLD_NOW | RTLD_GLOBAL);
    void* found = library == nullptr ? nullptr : dlsym(library, function.name);
    if (found == nullptr)
    {
        why = dlerror();
    }
    return found;
}

} // namespace mrc
} // namespace ns3
