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
 * Keeps a file for one writer: two that do not know of each other would overwrite each other's
 * text.
 */
class FileClaim
{
  public:
    /**
     * @param path of the file, which need not exist; devices such as /dev/null are for everybody
     * @throws std::invalid_argument naming the file if that is claimed already
     */
    explicit FileClaim(const std::string& path);

    /** Gives the file free. */
    ~FileClaim();

    FileClaim(const FileClaim&) = delete;
    FileClaim& operator=(const FileClaim&) = delete;

  private:
    std::string m_file; //!< the same for all spellings of the path; empty for a device
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FILE_CLAIM_H */
