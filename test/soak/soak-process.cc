/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-process.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <exception>
#include <iostream>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3
{
namespace mrc
{
namespace soak
{

namespace
{

/** Runs the task and writes its output; never returns. */
[[noreturn]] void
Child(const std::function<std::string()>& task, int out)
{
    int status = 0;
    std::string text;
    try
    {
        text = task();
    }
    catch (const std::exception& error)
    {
        std::cerr << error.what() << std::endl;
        status = 1;
    }
    for (size_t at = 0; at < text.size();)
    {
        const ssize_t written = write(out, text.data() + at, text.size() - at);
        if (written <= 0)
        {
            _exit(1);
        }
        at += static_cast<size_t>(written);
    }
    _exit(status); // no destructors of the parent's objects
}

/** Reads to the end of a pipe. @return whether that came in time */
bool
ReadAll(int in, unsigned wallSeconds, std::string& output)
{
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::seconds(wallSeconds);
    char buffer[4096];
    while (true)
    {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        pollfd fd{in, POLLIN, 0};
        const int ready = left <= 0 ? 0 : poll(&fd, 1, static_cast<int>(left));
        if (ready == 0)
        {
            return false;
        }
        const ssize_t count = ready < 0 ? -1 : read(in, buffer, sizeof buffer);
        if (count < 0 && errno == EINTR)
        {
            continue;
        }
        if (count <= 0)
        {
            return true;
        }
        output.append(buffer, static_cast<size_t>(count));
    }
}

} // namespace

ProcessEnd
RunInProcess(const std::function<std::string()>& task, unsigned wallSeconds)
{
    int ends[2];
    std::cout.flush();
    if (pipe(ends) != 0)
    {
        throw std::runtime_error("no pipe to a process could be made");
    }
    const pid_t child = fork();
    if (child < 0)
    {
        throw std::runtime_error("no process could be made");
    }
    if (child == 0)
    {
        close(ends[0]);
        Child(task, ends[1]);
    }
    close(ends[1]);
    ProcessEnd end;
    const bool inTime = ReadAll(ends[0], wallSeconds, end.output);
    close(ends[0]);
    if (!inTime)
    {
        kill(child, SIGKILL);
        end.trouble = "hung for " + std::to_string(wallSeconds) + " s";
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (inTime && WIFSIGNALED(status))
    {
        end.trouble = "was ended by signal " + std::to_string(WTERMSIG(status));
    }
    else if (inTime && WEXITSTATUS(status) != 0)
    {
        end.trouble = "ended with status " + std::to_string(WEXITSTATUS(status));
    }
    return end;
}

} // namespace soak
} // namespace mrc
} // namespace ns3
