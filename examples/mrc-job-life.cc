/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Days of training jobs with nodes and links that fail: a job that goes on beside jobs that crash
// and restart from a checkpoint. Says where the days went (doc/job-life.rst).

#include "mrc-data-file.h"

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <iostream>

using namespace ns3;

static int
Run(int argc, char* argv[])
{
    std::string life = "job-54-days.life";
    uint32_t seeds = 10;
    mrc::ProgramOptions cmd(__FILE__);
    cmd.Usage("Lives the days of training jobs, fault by fault, without packets.");
    cmd.AddValue("life", "Jobs, and what fails how often: FILE.life", life);
    cmd.AddValue("seeds", "Lives of each job, of which the means are shown", seeds, 1, 10000);
    cmd.Parse(argc, argv);
    mrc::WriteJobLives(DataFile(life), seeds, std::cout);
    return 0;
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
