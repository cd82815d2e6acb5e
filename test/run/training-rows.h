/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Training jobs on a small fabric, and the rows that tell of their steps.

#ifndef TRAINING_ROWS_H
#define TRAINING_ROWS_H

#include "../mrc-test-network.h"

#include "ns3/config.h"
#include "ns3/mrc-training-job.h"
#include "ns3/mrc-training-run.h"
#include "ns3/mrc-workload-run.h"
#include "ns3/string.h"

#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** A line of the table by the names of its columns. */
using Row = std::map<std::string, std::string>;

inline std::vector<std::string>
Fields(const std::string& line)
{
    std::vector<std::string> fields;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, ',');)
    {
        fields.push_back(field);
    }
    return fields;
}

/** The lines that a job's run gives. */
struct TrainingLines
{
    std::string table;
    std::string reasons;
    std::string ranks;
};

/** @return what a run gives on eight NICs of 2 x 100 Gb/s, four at a T0 */
inline TrainingLines
LinesOfRun(TrainingRun& training, const std::string& faults)
{
    FabricHelper helper;
    helper.AssignStreams(7);
    helper.SetTopology(SmallFabric(8, 4, 4, 2));
    const Ptr<Network> network = Audited(helper.Install());
    network->ScheduleFaults(faults);
    std::ostringstream table;
    std::ostringstream reasons;
    std::ostringstream ranks;
    {
        WorkloadRun run(network, training.Matrix(), 1);
        training.Watch(run);
        EXPECT_EQ(run.Run(), RunEnd::FINISHED) << run.Explain();
        training.WriteSteps(run, table, reasons);
        training.WriteRanks(run, ranks);
    }
    Simulator::Destroy();
    return {table.str(), reasons.str(), ranks.str()};
}

/** @return what a file of a job gives there */
inline TrainingLines
LinesOfFile(const std::string& path, const TrainingChoices& choices, const std::string& faults = "")
{
    Simulator::Destroy();
    TrainingRun training(path, choices);
    return LinesOfRun(training, faults);
}

/** @return the same, with so many GPUs in a node */
inline TrainingLines
LinesOfFile(const std::string& path, uint32_t gpus, const std::string& faults = "")
{
    TrainingChoices choices;
    choices.gpus = gpus;
    return LinesOfFile(path, choices, faults);
}

/** @return what a job gives there */
inline TrainingLines
LinesOf(const TrainingJob& job, const std::string& faults, const std::string& transport)
{
    Simulator::Destroy();
    if (transport == "udp") // MRC without SRv6
    {
        Config::SetDefault("ns3::mrc::FabricProfile::Encapsulation", StringValue("Ipv6"));
        Config::SetDefault("ns3::mrc::EvProfile::Format", StringValue("Udp"));
    }
    else if (transport != "mrc")
    {
        FabricHelper::SetQpDefaults(transport);
    }
    TrainingRun training(job);
    const TrainingLines lines = LinesOfRun(training, faults);
    Config::Reset();
    return lines;
}

/** @return the rows of a table of steps */
inline std::vector<Row>
RowsOf(const std::string& table)
{
    std::istringstream lines(table);
    std::string line;
    std::getline(lines, line);
    const std::vector<std::string> head = Fields(line);
    std::vector<Row> rows;
    while (std::getline(lines, line))
    {
        std::vector<std::string> fields = Fields(line + ",end");
        EXPECT_EQ(fields.size(), head.size() + 1);
        rows.emplace_back();
        for (std::size_t i = 0; i < head.size(); ++i)
        {
            rows.back()[head[i]] = fields[i];
        }
    }
    return rows;
}

/** @return the steps of such a job under MRC */
inline std::vector<Row>
StepsOf(const TrainingJob& job, const std::string& faults = "")
{
    return RowsOf(LinesOf(job, faults, "mrc").table);
}

inline double
Of(const Row& row, const std::string& name)
{
    return std::stod(row.at(name));
}

/** @return a job with small messages and a node for each NIC */
inline TrainingJob
SmallJob(uint32_t layers)
{
    TrainingJob job;
    job.layers = layers;
    job.hidden = 8;
    job.feedForward = 32;
    job.sequence = 16;
    job.layerUs = 1000;
    job.gpus = 1;
    return job;
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* TRAINING_ROWS_H */
