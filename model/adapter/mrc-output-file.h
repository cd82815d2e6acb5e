/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_OUTPUT_FILE_H
#define MRC_OUTPUT_FILE_H

#include <fstream>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

/** A file could not be made or written. */
class WriteError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/** A file could not be made because the process has as many open as the process may. */
class TooManyFiles : public WriteError
{
  public:
    using WriteError::WriteError;
};

/**
 * @param path of a file that could not be made or written
 * @param reason of the system, an errno; 0: unknown
 * @return the message that tells the user about the failure
 */
std::string WriteErrorText(const std::string& path, int reason);

/**
 * Throws the error about a file that could not be made or written.
 *
 * @param path of the file
 * @param reason of the system, an errno; 0: unknown
 * @throws TooManyFiles for EMFILE, else WriteError
 */
[[noreturn]] void FailToWrite(const std::string& path, int reason);

/**
 * Refuses words that cannot be meant as the beginning of names of files, before any is made.
 *
 * @param prefix of the files, such as `captures/run1`
 * @throws std::invalid_argument if the prefix names a device, such as /dev/full, or lies in the
 *         system's folder of devices
 */
void CheckFilePrefix(const std::string& prefix);

/**
 * A file that a run writes: whatever goes wrong is said.
 */
class OutputFile
{
  public:
    /**
     * Makes an empty file, and its folder if there is none.
     *
     * @param folder where; empty: the current one
     * @param name of the file
     * @throws WriteError naming the file if that cannot be made
     */
    OutputFile(const std::string& folder, const std::string& name);

    /**
     * Makes an empty file, in a folder that there is.
     *
     * @param path of the file
     * @throws WriteError naming the file if that cannot be made
     */
    explicit OutputFile(const std::string& path);

    /** @return the stream to write to */
    std::ostream& Stream()
    {
        return m_stream;
    }

    /**
     * Call Check after writing, before anything else can set errno.
     *
     * @throws WriteError naming the file and the reason if something could not be written
     */
    void Check() const;

    /** @throws WriteError naming the file if something could not be written */
    void Close();

  private:
    [[noreturn]] void Fail() const;

    std::string m_path;
    std::ofstream m_stream;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_OUTPUT_FILE_H */
