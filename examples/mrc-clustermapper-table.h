/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The table of mrc-clustermapper: how often, and how soon, the right link was named.

#ifndef MRC_CLUSTERMAPPER_TABLE_H
#define MRC_CLUSTERMAPPER_TABLE_H

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>

/** The results of one way of judging, over all runs of a row. */
struct Score
{
    uint32_t runs{0};      //!< all of them
    uint32_t found{0};     //!< runs in which the link was named
    uint32_t wrong{0};     //!< runs in which another one was
    ns3::Time latest, sum; //!< from the begin of a fault until the judge named the fault

    std::string Text() const
    {
        char text[80];
        std::snprintf(text,
                      sizeof(text),
                      "%7.1f %7.1f %8.2f %8.2f",
                      100.0 * found / runs,
                      100.0 * wrong / runs,
                      found == 0 ? 0 : sum.GetSeconds() * 1e3 / found,
                      latest.GetSeconds() * 1e3);
        return text;
    }
};

/** Rows of scores; of several ranks the first one prints, from the first network on. */
class Table
{
  public:
    explicit Table(const std::string& head)
        : m_head(head)
    {
    }

    void Begin(ns3::mrc::Network& network)
    {
        if (m_speaker.Begin(network))
        {
            std::cout << m_head;
        }
    }

    void EndRow(const std::string& fault, const char* place)
    {
        char text[80];
        std::snprintf(text, sizeof(text), "%-36s %-5s %5u", fault.c_str(), place, together.runs);
        std::cout << text << "  " << together.Text() << "   " << alone.Text() << '\n';
        together = alone = Score();
    }

    Score together, alone; //!< of a row

  private:
    std::string m_head;
    ns3::mrc::FirstRankSpeaks m_speaker; //!< of all networks
};

#endif /* MRC_CLUSTERMAPPER_TABLE_H */
