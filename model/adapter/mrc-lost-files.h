/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LOST_FILES_H
#define MRC_LOST_FILES_H

#include <cstdint>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * A living LostFiles hears of files that prove incomplete as they are closed, where an exception
 * would reach no caller.
 *
 * At most one may live at a time: the LostFiles belongs to the program (RunProgram).
 */
class LostFiles
{
  public:
    LostFiles();
    ~LostFiles();
    LostFiles(const LostFiles&) = delete;
    LostFiles& operator=(const LostFiles&) = delete;

    /**
     * Tells that a file is not whole; a fatal error if nobody listens.
     *
     * @param path of the file
     * @param reason of the system, an errno; 0: unknown
     */
    static void Tell(const std::string& path, int reason);

    /** @return the first lost file and why, and how many more there are; empty if there is none */
    std::string Text() const;

  private:
    std::string m_first;
    uint32_t m_count{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LOST_FILES_H */
