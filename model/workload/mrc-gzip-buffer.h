/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GZIP_BUFFER_H
#define MRC_GZIP_BUFFER_H

#include "mrc-bit-reader.h"
#include "mrc-inflater.h"

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <streambuf>
#include <string>

namespace ns3
{
namespace mrc
{

/** Gives what gunzip makes of a file, some 64 KiB of it in memory (RFC 1952). */
class GzipBuffer : public std::streambuf
{
  public:
    /**
     * @param in the file, which can be read from its begin again
     * @param name of the file, for messages
     */
    GzipBuffer(std::shared_ptr<std::istream> in, const std::string& name);

  protected:
    /** @return the next byte, or the end @throws ParseError if gzip has not made the file */
    int_type underflow() override;

    /**
     * Goes to the begin.
     *
     * @param place expected 0
     * @param which of the positions; there is one only
     * @return 0, or -1 for any other place
     */
    pos_type seekpos(pos_type place, std::ios_base::openmode which) override;

    /**
     * Goes to the begin.
     *
     * @param offset expected 0
     * @param way expected the begin
     * @param which of the positions; there is one only
     * @return 0, or -1 for any other place
     */
    pos_type seekoff(off_type offset,
                     std::ios_base::seekdir way,
                     std::ios_base::openmode which) override;

  private:
    /** The state between the begin of the file and the end; there is none before the first byte. */
    struct Course
    {
        Course(std::istream& in, const std::string& name)
            : bits(in, name),
              inflater(bits)
        {
        }

        BitReader bits;
        Inflater inflater;
        bool isInside{false}; //!< a member, of which a file may have several
        uint32_t members{0};  //!< begun
        uint32_t crc{0};      //!< of the member so far
        uint32_t length{0};   //!< likewise, modulo 2^32
    };

    void Restart();
    bool BeginMember();
    void EndMember();

    std::shared_ptr<std::istream> m_in;
    std::string m_name;
    std::optional<Course> m_course;
    std::string m_data; //!< the last bytes
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GZIP_BUFFER_H */
