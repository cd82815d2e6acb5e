/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHARED_WINDOWS_H
#define MRC_SHARED_WINDOWS_H

#include "mrc-connection-parameters.h"
#include "mrc-shared-window.h"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

namespace ns3
{
namespace mrc
{

/** Within which window does a queue pair send, if destinations have windows? */
class SharedWindows
{
  public:
    /** @return the window of all queue pairs between the two NICs, made for the first of them */
    SharedWindow& Of(const ConnectionParameters& parameters);

  private:
    std::map<std::pair<uint32_t, uint32_t>, std::unique_ptr<SharedWindow>> m_windows;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHARED_WINDOWS_H */
