/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GUNZIP_H
#define MRC_GUNZIP_H

#include <istream>
#include <memory>
#include <string>

namespace ns3
{
namespace mrc
{

/** @param path of a file @return the path without .gz, if the path ends so [gzip-files] */
std::string WithoutGzip(const std::string& path);

/**
 * Opens a file to be read, which may begin again by seekg(0); one with .gz behind its name as what
 * gunzip makes of it [gzip-files].
 *
 * @param path of the file
 * @return the bytes; a stream in an error state if the file cannot be opened. Reading throws
 *         ParseError if gzip has not made such a file
 */
std::shared_ptr<std::istream> OpenPlainOrGzip(const std::string& path);

} // namespace mrc
} // namespace ns3

#endif /* MRC_GUNZIP_H */
