/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_FILE_H
#define MRC_EV_FILE_H

#include "ns3/mrc-ev-template.h"
#include "ns3/mrc-text-position.h"

#include <cstddef>
#include <cstdint>
#include <istream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Some of the paths from one NIC to another: a template, and the values that fill it. */
struct EvPaths
{
    EvTemplate form;              //!< how a value becomes an address
    std::vector<uint32_t> values; //!< EVs, as the file numbers them
    TextPosition at;              //!< in the file, of the template's address
};

/** The entropy values of each pair of NICs, as a file of the public system.json form has them. */
class EvFile
{
  public:
    /**
     * Reads a file: for each source GID, for each destination GID, templates [ev-templates].
     *
     * A GID that is a NIC's own address names that NIC, another one names the NIC of its place
     * among the sources.
     *
     * @param in the text
     * @param name of the file, for messages
     * @return the content of the file
     * @throws std::invalid_argument `name:line:column: what is wrong; what was expected`
     */
    static EvFile Read(std::istream& in, const std::string& name);

    /**
     * @param source number of a NIC
     * @param destination number of another one
     * @return the paths between them; null: the file has none
     */
    const std::vector<EvPaths>* Find(uint32_t source, uint32_t destination) const;

    /** @return the file's name */
    const std::string& Name() const
    {
        return m_name;
    }

    /** @return how many pairs have paths */
    std::size_t Size() const
    {
        return m_pairs.size();
    }

  private:
    std::string m_name;
    std::map<std::pair<uint32_t, uint32_t>, std::vector<EvPaths>> m_pairs;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_EV_FILE_H */
