/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_BENCH_MEASURE_H
#define MRC_BENCH_MEASURE_H

#include <cstdint>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/** @return processor seconds that this process has used */
inline double
CpuSeconds()
{
    timespec spent{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
    return static_cast<double>(spent.tv_sec) + 1e-9 * static_cast<double>(spent.tv_nsec);
}

/** @return seconds of a clock on the wall */
inline double
WallSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/** @return a line of /proc/self/status in bytes, such as VmRSS or VmHWM; 0 where there is none */
inline uint64_t
StatusBytes(const std::string& name)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
    {
        if (line.compare(0, name.size() + 1, name + ":") == 0)
        {
            return std::stoull(line.substr(name.size() + 1)) * 1024;
        }
    }
    return 0;
}

/** @return memory in use now, after giving back the memory that is only kept for later */
inline uint64_t
ResidentBytes()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
    return StatusBytes("VmRSS");
}

/**
 * @return bytes that the allocator has given out and not got back, with the allocator's overhead;
 * or 0
 */
inline uint64_t
AllocatedBytes()
{
#ifdef __GLIBC_PREREQ
#if __GLIBC_PREREQ(2, 33)
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#endif
#endif
    return 0;
}

/** Collects named figures and prints them as one line of JSON. */
class JsonLine
{
  public:
    /** Adds a text, which holds no quotes. */
    JsonLine& AddText(const std::string& name, const std::string& text)
    {
        return AddRaw(name, "\"" + text + "\"");
    }

    /** Adds a number. */
    template <class Number>
    JsonLine& Add(const std::string& name, Number value)
    {
        std::ostringstream text;
        text << std::setprecision(10) << value;
        return AddRaw(name, text.str());
    }

    /** Prints the line. */
    void Print() const
    {
        std::cout << '{' << m_text << '}' << std::endl;
    }

  private:
    JsonLine& AddRaw(const std::string& name, const std::string& value)
    {
        m_text += (m_text.empty() ? "\"" : ", \"") + name + "\": " + value;
        return *this;
    }

    std::string m_text;
};

#endif /* MRC_BENCH_MEASURE_H */
