/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fatal-errors-throw.h"

#include "ns3/fatal-impl.h"

#include <algorithm>
#include <csignal>
#include <iostream>
#include <ostream>
#include <streambuf>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

// How ns-3 begins the message of a fatal error: NS_FATAL_ERROR with and without words, NS_ABORT,
// NS_ASSERT. A line with the place in the source, PLACE, ends the message.
const char* const BEGINNINGS[] = {"msg=\"",
                                  "aborted. ",
                                  "assert failed. ",
                                  "NS_ASSERT failed",
                                  "file="};
const char* const PLACE = "file=";
constexpr std::size_t LONGEST = 1 << 16; // bytes; a longer text is no message of ns-3

/** @return whether a text begins so, or may still do when more of it has come */
bool
MayBegin(const std::string& text, const std::string& beginning)
{
    const std::size_t length = std::min(text.size(), beginning.size());
    return text.compare(0, length, beginning, 0, length) == 0;
}

/** @return the words of the programmer in ns-3's message; the whole message if there are none */
std::string
WordsOf(const std::string& text)
{
    const std::string mark = "msg=\"";
    const std::size_t begin = text.find(mark);
    // The last quote counts: the words may have quotes of their own.
    const std::size_t end = text.rfind("\", ");
    if (begin == std::string::npos || end == std::string::npos || end < begin + mark.size())
    {
        return text.empty() ? "a fatal error of ns-3"
                            : text.substr(0, text.find_last_not_of('\n') + 1);
    }
    return text.substr(begin + mark.size(), end - begin - mark.size());
}

} // namespace

/**
 * Stands in for the buffer of std::cerr and keeps back text that may be the message of a fatal
 * error.
 *
 * Text comes in pieces, and ns-3 writes the message before it flushes (Alarm). So each line is held
 * while the line can still be such a message, and goes out otherwise.
 */
class FatalErrorsThrow::Words : public std::streambuf
{
  public:
    Words()
        : m_out(std::cerr.rdbuf(this))
    {
    }

    ~Words() override
    {
        GoOut();
        std::cerr.rdbuf(m_out);
    }

    /** @return whether a message has begun and is not at its end: std::clog gets the time now */
    bool HasBegun() const
    {
        return !m_held.empty() && !m_isWhole;
    }

    /** @return the text that was kept back, which is now taken out */
    std::string Take()
    {
        return std::exchange(m_held, "");
    }

  protected:
    int_type overflow(int_type c) override
    {
        if (!traits_type::eq_int_type(c, traits_type::eof()))
        {
            Put(traits_type::to_char_type(c));
        }
        return traits_type::not_eof(c);
    }

    std::streamsize xsputn(const char* text, std::streamsize count) override
    {
        for (std::streamsize i = 0; i < count; ++i)
        {
            Put(text[i]);
        }
        return count;
    }

    int sync() override
    {
        return m_out->pubsync();
    }

  private:
    void Put(char c)
    {
        if (m_isWhole) // no exception followed the held text: that only looked like a message
        {
            GoOut();
        }
        // A message begins at the start of a line; other text goes out letter by letter.
        if (!m_held.empty() || m_isLineStart)
        {
            m_held += c;
            Judge();
        }
        else
        {
            m_out->sputc(c);
        }
        m_isLineStart = c == '\n';
    }

    /**
     * Decides, after each letter, whether the text is held further, whole, or no message at all.
     */
    void Judge()
    {
        bool may = m_held.size() < LONGEST;
        if (may && m_held.back() == '\n')
        {
            // The words of an error may have several lines: the place in the last one makes the
            // message whole.
            const std::size_t line = m_held.find_last_of('\n', m_held.size() - 2);
            m_isWhole =
                m_held.find(PLACE, line == std::string::npos ? 0 : line) != std::string::npos;
        }
        bool begins = false;
        for (const char* beginning : BEGINNINGS)
        {
            begins = begins || MayBegin(m_held, beginning);
        }
        if (!may || !begins)
        {
            GoOut();
        }
    }

    void GoOut()
    {
        m_out->sputn(m_held.data(), static_cast<std::streamsize>(m_held.size()));
        m_held.clear();
        m_isWhole = false;
    }

    std::streambuf* m_out;
    std::string m_held;
    bool m_isWhole{false}; //!< the text kept back is a whole message
    bool m_isLineStart{true};
};

/**
 * Stands in for the buffer of std::clog. ns-3 writes simulated time and node there, between the
 * words and the place of a fatal error: alone, without these words, they would be litter.
 */
class FatalErrorsThrow::Times : public std::streambuf
{
  public:
    explicit Times(const Words& words)
        : m_words(words),
          m_out(std::clog.rdbuf(this))
    {
    }

    ~Times() override
    {
        std::clog.rdbuf(m_out);
    }

  protected:
    int_type overflow(int_type c) override
    {
        const bool goes = !m_words.HasBegun() && !traits_type::eq_int_type(c, traits_type::eof());
        return goes ? m_out->sputc(traits_type::to_char_type(c)) : traits_type::not_eof(c);
    }

    std::streamsize xsputn(const char* text, std::streamsize count) override
    {
        return m_words.HasBegun() ? count : m_out->sputn(text, count);
    }

    int sync() override
    {
        return m_out->pubsync();
    }

  private:
    const Words& m_words;
    std::streambuf* m_out;
};

/**
 * The stream buffer that ns-3 flushes before ns-3 ends the program. Between message and
 * std::terminate only the flush runs code of a user, so the exception is thrown out of the flush.
 */
class FatalErrorsThrow::Alarm : public std::streambuf
{
  public:
    explicit Alarm(Words& words)
        : m_words(words)
    {
        sigaction(SIGSEGV, nullptr, &m_before);
        Register();
    }

    ~Alarm() override
    {
        // ns-3 has dropped the earlier streams itself, each before it flushed them.
        FatalImpl::UnregisterStream(m_streams.back().get());
    }

  protected:
    int sync() override
    {
        // ns-3 has set a SIGSEGV handler for the time of the flush, and has taken this stream out
        // of its list. The exception skips the clean-up, so both are put right here.
        sigaction(SIGSEGV, &m_before, nullptr);
        Register();
        throw FatalError(WordsOf(m_words.Take()));
    }

  private:
    /**
     * Makes another stream: one that has thrown is bad for ever. Used ones are kept, as the
     * exception still passes through the flush of the latest.
     */
    void Register()
    {
        m_streams.push_back(std::make_unique<std::ostream>(this));
        // Without this bit a stream swallows exceptions of its buffer.
        m_streams.back()->exceptions(std::ios::badbit);
        FatalImpl::RegisterStream(m_streams.back().get());
    }

    Words& m_words;
    struct sigaction m_before = {};
    std::vector<std::unique_ptr<std::ostream>> m_streams;
};

FatalErrorsThrow::FatalErrorsThrow()
    : m_words(std::make_unique<Words>()),
      m_times(std::make_unique<Times>(*m_words)),
      m_alarm(std::make_unique<Alarm>(*m_words))
{
}

FatalErrorsThrow::~FatalErrorsThrow() = default;

} // namespace mrc
} // namespace ns3
