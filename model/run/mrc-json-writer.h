/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_JSON_WRITER_H
#define MRC_JSON_WRITER_H

#include <cstdint>
#include <ostream>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * @param text any bytes
 * @return a string of JSON (RFC 8259) with the quotes; bytes that are no UTF-8 become U+FFFD
 */
std::string JsonString(const std::string& text);

/**
 * Writes one object of JSON, a value a line.
 *
 * Names are of members; inside an array they are empty.
 */
class JsonWriter
{
  public:
    /** @param out where to; the outermost object begins at once */
    explicit JsonWriter(std::ostream& out);

    /** @param name of the object that begins */
    void BeginObject(const std::string& name);

    /** @param name of the array that begins */
    void BeginArray(const std::string& name);

    /** Ends the innermost object or array, at last the outermost object. */
    void End();

    /**
     * Writes words.
     *
     * @param name of the value
     * @param value any text
     */
    void Text(const std::string& name, const std::string& value);

    /**
     * Writes a whole number.
     *
     * @param name of the value
     * @param value the number
     */
    void Count(const std::string& name, uint64_t value);

    /**
     * Writes a number, digit by digit as given.
     *
     * @param name of the value
     * @param digits as printf writes a number in decimals; other texts, such as nan, become null
     */
    void Number(const std::string& name, const std::string& digits);

    /**
     * Writes true or false.
     *
     * @param name of the value
     * @param value which of them
     */
    void Flag(const std::string& name, bool value);

  private:
    void BeginValue(const std::string& name);
    void Begin(const std::string& name, char open, char close);

    std::ostream& m_out;
    std::string m_closers; //!< of objects and arrays under way, the outermost first
    bool m_isFirst{true};  //!< the innermost one has no value yet
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_JSON_WRITER_H */
