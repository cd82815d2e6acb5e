/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PRESET_ROWS_H
#define MRC_PRESET_ROWS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

constexpr uint64_t GIGABIT = 1000000000; //!< bit/s

/** The columns that all tables of presets begin with; all links of a preset have one rate. */
struct PresetRow
{
    const char* name; //!< of the preset
    uint64_t rate;    //!< of every link, bit/s
};

/** @param rows of a table @return the rows' names, in the table's order */
template <class Row, std::size_t SIZE>
std::vector<std::string>
NamesOf(const Row (&rows)[SIZE])
{
    std::vector<std::string> names;
    std::transform(std::begin(rows), std::end(rows), std::back_inserter(names), [](const Row& row) {
        return row.name;
    });
    return names;
}

/**
 * @param rows of a table
 * @param name of a preset
 * @return the preset's row; nullptr if the table has none
 */
template <class Row, std::size_t SIZE>
const Row*
FindRow(const Row (&rows)[SIZE], const std::string& name)
{
    const Row* const found = std::find_if(std::begin(rows), std::end(rows), [&](const Row& row) {
        return row.name == name;
    });
    return found == std::end(rows) ? nullptr : found;
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_PRESET_ROWS_H */
