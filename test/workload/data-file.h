/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_DATA_FILE_H
#define MRC_TEST_DATA_FILE_H

#include <string>

namespace ns3
{
namespace mrc
{

/** @return the path of a file of examples/data, from wherever the tests run */
std::string DataFile(const std::string& name);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_DATA_FILE_H */
