/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FATAL_ERRORS_THROW_H
#define MRC_FATAL_ERRORS_THROW_H

#include <memory>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

/** The message of a fatal error of ns-3 or of this module. */
class FatalError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/**
 * While a FatalErrorsThrow lives, NS_FATAL_ERROR, NS_ABORT_MSG and NS_ASSERT throw a FatalError
 * instead of ending the program. This is for programs that go on after a wrong call, as Python
 * scripts and tests do.
 *
 * ns-3 flushes the streams that are registered with it before ns-3 ends the program; the one that
 * is registered here throws. Half-done work stays so: objects that take part in the call are good
 * for nothing but to be looked at. A fatal error in a destructor still ends the program. The words
 * of the error, which ns-3 writes to std::cerr, are taken out of that stream.
 *
 * At most one FatalErrorsThrow may live at a time.
 */
class FatalErrorsThrow
{
  public:
    FatalErrorsThrow();
    ~FatalErrorsThrow();
    FatalErrorsThrow(const FatalErrorsThrow&) = delete;
    FatalErrorsThrow& operator=(const FatalErrorsThrow&) = delete;

  private:
    class Words;
    class Times;
    class Alarm;

    std::unique_ptr<Words> m_words;
    std::unique_ptr<Times> m_times;
    std::unique_ptr<Alarm> m_alarm;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FATAL_ERRORS_THROW_H */
