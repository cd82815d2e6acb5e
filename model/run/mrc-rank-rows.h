/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RANK_ROWS_H
#define MRC_RANK_ROWS_H

#include <cstdint>
#include <map>
#include <ostream>
#include <sstream>

namespace ns3
{
namespace mrc
{

class RankLink;

/** The rows of a table, of which several ranks know some each: written in one order. */
class RankRows
{
  public:
    /** @return where to write rows. @param place of the rows in the table */
    std::ostream& At(uint64_t place)
    {
        return m_rows[place];
    }

    /** Gets the rows of the other ranks, which all call this. @param link to them */
    void Gather(RankLink& link);

    /** Writes all rows. @param out where to */
    void Write(std::ostream& out) const;

  private:
    std::map<uint64_t, std::ostringstream> m_rows; //!< by place
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RANK_ROWS_H */
