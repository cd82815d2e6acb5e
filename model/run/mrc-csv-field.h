/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CSV_FIELD_H
#define MRC_CSV_FIELD_H

#include <string>

namespace ns3
{
namespace mrc
{

/** @return a field of comma-separated values (RFC 4180): in quotes if the text needs them */
std::string CsvField(const std::string& text);

} // namespace mrc
} // namespace ns3

#endif /* MRC_CSV_FIELD_H */
