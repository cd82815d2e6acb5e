/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-gunzip.h"

#include "mrc-gzip-buffer.h"

#include <fstream>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

const std::string GZIP_ENDING = ".gz";

/** A stream that has its own buffer, and lets the errors of the buffer through. */
class GzipStream : public std::istream
{
  public:
    GzipStream(std::shared_ptr<std::istream> in, const std::string& name)
        // The buffer is a member, and so comes into being after the stream that takes it.
        : std::istream(nullptr),
          m_buffer(std::move(in), name)
    {
        rdbuf(&m_buffer);
        // An exception of a buffer would else only set badbit, and its words would be lost.
        exceptions(std::ios::badbit);
    }

  private:
    GzipBuffer m_buffer;
};

/** @return whether the name ends in .gz, and has more than that */
bool
IsGzip(const std::string& path)
{
    return path.size() > GZIP_ENDING.size() &&
           path.compare(path.size() - GZIP_ENDING.size(), GZIP_ENDING.size(), GZIP_ENDING) == 0;
}

} // namespace

std::string
WithoutGzip(const std::string& path)
{
    return IsGzip(path) ? path.substr(0, path.size() - GZIP_ENDING.size()) : path;
}

std::shared_ptr<std::istream>
OpenPlainOrGzip(const std::string& path)
{
    auto file = std::make_shared<std::ifstream>(path, std::ios::binary);
    if (!IsGzip(path) || !*file)
    {
        // A file that cannot be opened is returned as it is: the caller has the better words for
        // that.
        return file;
    }
    return std::make_shared<GzipStream>(file, path);
}

} // namespace mrc
} // namespace ns3
