/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-csv-field.h"

namespace ns3
{
namespace mrc
{

std::string
CsvField(const std::string& text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos)
    {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text)
    {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + "\"";
}

} // namespace mrc
} // namespace ns3
