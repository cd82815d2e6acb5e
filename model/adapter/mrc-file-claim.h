/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FILE_CLAIM_H
#define MRC_FILE_CLAIM_H

#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Keeps a file for one writer: two that do not know of each other would overwrite what they wrote.
 */
class FileClaim
{
  public:
    /**
     * @param path of the file, which need not exist; devices such as /dev/null are for everybody
     * @throws std::invalid_argument naming the file if it is claimed already
     */
    explicit FileClaim(const std::string& path);

    /** Gives the file free. */
    ~FileClaim();

    FileClaim(const FileClaim&) = delete;
    FileClaim& operator=(const FileClaim&) = delete;

  private:
    std::string m_file; //!< the same however the path to it is written; empty for a device
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FILE_CLAIM_H */
