/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RESULT_CLAIM_H
#define MRC_RESULT_CLAIM_H

#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Keeps a run from writing over the results of another one.
 *
 * Beside results, in the file .mrc-results of their folder, stands which run wrote them: its
 * working folder and its command line. Files that no run has written are not written over either.
 */
class ResultClaim
{
  public:
    /**
     * @param run the command line, and other marks that tell one run from another, without line
     * breaks
     * @param force whether results of other runs may be written over
     */
    ResultClaim(const std::string& run, bool force);

    /**
     * Asks for a file.
     *
     * @param path of the file, which need not exist; devices are for everybody
     * @throws std::invalid_argument naming the file, and the other run if that is known, if the
     *         file holds results of another run
     */
    void Add(const std::string& path);

    /**
     * Asks for all files PREFIX-*ENDING.
     *
     * @param prefix path and first letters of the names
     * @param ending last letters of the names
     * @throws std::invalid_argument as Add, and for the prefix as CheckFilePrefix
     */
    void AddAll(const std::string& prefix, const std::string& ending);

    /** Writes down the claims; folders that do not exist, or are full, are left out. */
    void Record() const;

  private:
    struct Claim
    {
        std::string folder;
        std::string name; //!< of a file, or PREFIX*ENDING
    };

    void Ask(const Claim& claim, const std::string& existing);

    std::string m_run;
    bool m_force;
    std::vector<Claim> m_claims;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RESULT_CLAIM_H */
