/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PROGRAM_OPTIONS_H
#define MRC_PROGRAM_OPTIONS_H

#include "mrc-result-claim.h"

#include "ns3/command-line.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <type_traits>

namespace ns3
{
namespace mrc
{

/**
 * The options of a program without positional arguments: ns-3's CommandLine, with its global values
 * and attributes, but each error is told in one line.
 *
 * CommandLine itself names no range, and takes `-1` for 2^32 - 1 and `10x` for 10. CommandLine also
 * passes over a word that is no option, and ends the program or crashes at some wrong values.
 */
class ProgramOptions
{
  public:
    /** The type that values of a kind of numbers are compared as. */
    template <typename T>
    using Bound = std::conditional_t<std::is_integral<T>::value, uint64_t, double>;

    /** @param file of the program: `__FILE__` */
    explicit ProgramOptions(const std::string& file);

    /** @param text the description of the program, for `--help` */
    void Usage(const std::string& text);

    /**
     * Adds `--name=value`.
     *
     * @param name without dashes
     * @param help the meaning of the value, with the unit
     * @param value the default, and then the given value
     */
    void AddValue(const std::string& name, const std::string& help, std::string& value);

    /**
     * The same for a yes or no; `--name` alone, however often, turns the default around.
     *
     * @param name without dashes
     * @param help the meaning of the value
     * @param value the default, and then the given value
     */
    void AddValue(const std::string& name, const std::string& help, bool& value);

    /**
     * The same for a length of simulated time.
     *
     * @param name without dashes
     * @param help the meaning of the value
     * @param value the default, and then the given value
     */
    void AddValue(const std::string& name, const std::string& help, Time& value);

    /**
     * The same for a number.
     *
     * @tparam T uint32_t, uint64_t or double
     * @param name without dashes
     * @param help the meaning of the value, with the unit
     * @param value the default, and then the given value
     * @param least the least that is allowed
     * @param most the most
     */
    template <typename T>
    void AddValue(const std::string& name,
                  const std::string& help,
                  T& value,
                  Bound<T> least = 0,
                  Bound<T> most = std::numeric_limits<T>::max())
    {
        m_commandLine.AddValue(name, help, value);
        m_judges[name] = NumberJudge(least, most);
    }

    /** Adds `--force`, which a program that writes files of results asks for: see Claim. */
    void AddForce();

    /**
     * Adds `--threads=N`, or `auto`: the default of `FabricProfile::Threads` in fewer letters, for
     * programs that run a fabric [several-threads].
     */
    void AddThreads();

    /**
     * @return the claim that asks for files of results, by the command line that was read. Options
     *         `--force` and `--quiet` make no other run
     */
    ResultClaim Claim() const;

    /**
     * Asks for the captures of a prefix, PREFIX-*.pcap, and writes down which run they belong to.
     *
     * @param prefix empty: nothing is asked for
     * @throws std::invalid_argument if there are some of another run, without `--force`
     */
    void ClaimCaptures(const std::string& prefix) const;

    /**
     * Reads the command line: the program's options, global values (`--RngRun=2`) and defaults of
     * attributes (`--ns3::mrc::QpProfile::Payload=1024`). `--help` and its like print and end the
     * program, `--PrintAttributes=CLASS` with type and range of each.
     *
     * @param argc of main
     * @param argv of main
     * @throws std::invalid_argument naming the first wrong argument and the expected one
     */
    void Parse(int argc, char* argv[]);

    /**
     * @param name without dashes
     * @return whether the command line that was read has this option, with whatever value
     */
    bool IsGiven(const std::string& name) const;

  private:
    /** Of a value: the expected text instead, or nothing. */
    using Judge = std::function<std::string(const std::string& value)>;

    static Judge NumberJudge(uint64_t least, uint64_t most);
    static Judge NumberJudge(double least, double most);

    std::string Expected(const std::string& name, const std::string& value) const;

    std::string Meant(const std::string& name) const;

    std::string InFull(const std::string& word) const;

    CommandLine m_commandLine;
    std::map<std::string, Judge> m_judges;       //!< of the program's own options
    std::map<std::string, std::string*> m_texts; //!< those that are texts
    std::map<std::string, bool> m_flags;         //!< what `--name` alone says
    std::set<std::string> m_given;               //!< names on the command line
    std::string m_run;                           //!< which run the command line is
    std::string m_threads;                       //!< for --help alone: the attribute has it
    bool m_hasThreads{false};                    //!< with AddThreads
    bool m_force{false};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PROGRAM_OPTIONS_H */
