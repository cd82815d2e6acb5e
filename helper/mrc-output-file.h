/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_OUTPUT_FILE_H
#define MRC_OUTPUT_FILE_H

#include <fstream>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * A file that a run writes: whatever goes wrong is said.
 */
class OutputFile
{
  public:
    /**
     * Makes an empty file, and its folder if there is none.
     *
     * @param folder where
     * @param name of the file
     * @throws std::runtime_error naming the file if it cannot be made
     */
    OutputFile(const std::string& folder, const std::string& name);

    /** @return what to write to */
    std::ostream& Stream()
    {
        return m_stream;
    }

    /** @throws std::runtime_error naming the file if something could not be written */
    void Close();

  private:
    [[noreturn]] void Fail() const;

    std::string m_path;
    std::ofstream m_stream;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_OUTPUT_FILE_H */
