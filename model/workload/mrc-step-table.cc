/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-step-table.h"

#include "mrc-decimal-word.h"
#include "mrc-text-reader.h"

#include <fstream>
#include <optional>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr const char* COLUMN = "time_us";

/** @return the fields of a line, without the blanks that the reader took out */
std::vector<Token>
FieldsOf(const std::vector<Token>& words)
{
    std::vector<Token> fields;
    // A table of commas has no blanks to split at, so each word is split again.
    for (const Token& word : words)
    {
        std::size_t begin = 0;
        for (std::size_t end = 0; end != std::string::npos; begin = end + 1)
        {
            end = word.text.find(',', begin);
            fields.push_back({word.text.substr(begin, end - begin),
                              {word.at.line, static_cast<uint32_t>(word.at.column + begin)}});
        }
    }
    return fields;
}

/** @return where the column stands in a head */
std::optional<std::size_t>
ColumnIn(const std::vector<Token>& fields)
{
    for (std::size_t i = 0; i < fields.size(); ++i)
    {
        if (fields[i].text == COLUMN)
        {
            return i;
        }
    }
    return std::nullopt;
}

} // namespace

double
MeanStepTime(std::istream& in, const std::string& name)
{
    constexpr DecimalRange RANGE{1e-6, 1e15}; // a picosecond to 30 years
    TextReader reader(in, name);
    std::optional<std::size_t> column;
    double sum = 0;
    double steps = 0;
    for (std::vector<Token> words; reader.NextLine(words);)
    {
        const std::vector<Token> fields = FieldsOf(words);
        if (!column)
        {
            // Lines above the head are passed over.
            column = ColumnIn(fields);
            continue;
        }
        if (fields.size() <= *column)
        {
            reader.Fail(fields.front().at,
                        "a step of " + std::to_string(fields.size()) + " fields; expected " +
                            COLUMN + " in field " + std::to_string(*column + 1));
        }
        sum += DecimalOf(reader, fields[*column], COLUMN, RANGE);
        ++steps;
    }
    if (steps == 0)
    {
        reader.Fail(reader.End(),
                    std::string("no step; expected a head with ") + COLUMN +
                        " and a line for each step");
    }
    return sum / steps;
}

double
MeanStepTimeOfFile(const std::string& path)
{
    std::ifstream in(path);
    if (!in)
    {
        throw ParseError(path, {1, 1}, "cannot open the file; expected a table of steps");
    }
    return MeanStepTime(in, path);
}

} // namespace mrc
} // namespace ns3
