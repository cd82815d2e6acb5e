/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-matrix-lines.h"

#include "mrc-attribute-list.h"

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint64_t MAX_NODES = 1ULL << 22; //!< as many as a plane can have: 2048 T0s of 2048
constexpr uint64_t MAX_ID = 0xffffffff;    //!< ids are 32 bits wide
constexpr uint64_t MAX_BYTES = 0xffffffff; //!< the RETH's length is 32 bits wide
constexpr uint64_t MAX_START = 1ULL << 62; //!< leaves room in 63 bits of picoseconds

// Ids begin at 1: a Transfer with id 0 has none yet.
const std::vector<AttributeRule> CONNECTION_RULES = {
    {"id", "flow id", 1, MAX_ID},
    {"start", "start in picoseconds", 0, MAX_START},
    {"size", "size in bytes", 1, MAX_BYTES},
    {"trigger", "trigger id", 1, MAX_ID},
    {"send_done_trigger", "trigger id", 1, MAX_ID},
    {"recv_done_trigger", "trigger id", 1, MAX_ID},
    {"prio", "priority, of which only 0 is supported", 0, 0},
};

const std::vector<AttributeRule> TRIGGER_RULES = {
    {"id", "trigger id", 1, MAX_ID},
    {"oneshot", nullptr, 0, 0},
    {"multishot", nullptr, 0, 0},
    {"barrier", nullptr, 0, 0},
    {"count", "count of activations", 1, MATRIX_MOST_LINES},
};

const std::pair<const char*, TriggerKind> TRIGGER_KINDS[] = {
    {"oneshot", TriggerKind::ONESHOT},
    {"multishot", TriggerKind::MULTISHOT},
    {"barrier", TriggerKind::BARRIER},
};

} // namespace

MatrixLines::MatrixLines(std::istream& in, const std::string& name, uint64_t most)
    : m_reader(in, name),
      m_nodes{"Nodes", 1, MAX_NODES, {}, {}},
      m_connections{"Connections", 1, most, {}, {}},
      m_triggers{"Triggers", 0, MATRIX_MOST_LINES, {}, {}},
      m_failures{"Failures", 0, 0, {}, {}}
{
}

bool
MatrixLines::Next(MatrixLine& line)
{
    line = MatrixLine();
    std::vector<Token> words;
    while (m_reader.NextLine(words))
    {
        if (!ReadHeader(words))
        {
            line.at = words[0].at;
            ReadBody(words, line);
            return true;
        }
    }
    return false;
}

/**
 * Reads a line of the header. @return false if the line does not begin with a word of the header
 */
bool
MatrixLines::ReadHeader(const std::vector<Token>& words)
{
    for (auto* announced : {&m_nodes, &m_connections, &m_triggers, &m_failures})
    {
        if (words[0].text != announced->word)
        {
            continue;
        }
        // Ends of connections were checked against the header, which must not change any more.
        if (m_inBody)
        {
            m_reader.Fail(words[0].at,
                          Quoted(announced->word) +
                              " in the body; expected it before connections and triggers");
        }
        if (announced->value)
        {
            m_reader.Fail(words[0].at, "second " + Quoted(announced->word) + "; expected one");
        }
        if (words.size() != 2)
        {
            m_reader.Fail(words.size() > 2 ? words[2].at : m_reader.End(),
                          Quoted(announced->word) + " with " + std::to_string(words.size() - 1) +
                              " values; expected one");
        }
        announced->at = words[1].at;
        announced->value = static_cast<uint32_t>(m_reader.Number(words[1],
                                                                 "number of " + announced->word,
                                                                 announced->min,
                                                                 announced->max));
        return true;
    }
    return false;
}

/** Reads a connection or a trigger. The first of them ends the header. */
void
MatrixLines::ReadBody(const std::vector<Token>& words, MatrixLine& line)
{
    // A connection is one word: "->" inside it tells it from a trigger.
    const std::size_t arrow = words[0].text.find("->");
    if (arrow == std::string::npos && words[0].text != "trigger")
    {
        m_reader.Fail(words[0].at,
                      "unknown word " + Quoted(words[0].text) +
                          "; expected 'SOURCE->DESTINATION' or 'trigger'" +
                          (m_inBody ? "" : ", or 'Nodes', 'Connections', 'Triggers', 'Failures'"));
    }
    // Ends are checked against the number of nodes, lines against that of connections.
    CheckAnnounced(m_nodes, words[0].at);
    CheckAnnounced(m_connections, words[0].at);
    m_inBody = true;
    if (arrow == std::string::npos)
    {
        ReadTrigger(words, line);
    }
    else
    {
        ReadConnection(words, arrow, line);
    }
}

void
MatrixLines::ReadConnection(const std::vector<Token>& words,
                            std::size_t arrow,
                            MatrixLine& line) const
{
    Transfer& transfer = line.transfer;
    transfer.line = words[0].at.line;
    ReadEnds(words[0], arrow, transfer);
    RefuseEndless(words);
    const AttributeList list(m_reader, words, CONNECTION_RULES);
    ReadStart(words, list, transfer);
    if (!list.Has("size"))
    {
        m_reader.Fail(m_reader.End(), "no size; expected 'size BYTES'");
    }
    transfer.bytes = *list.Find("size");
    const std::pair<const char*, TriggerId*> triggers[] = {
        {"trigger", &transfer.startTrigger},
        {"send_done_trigger", &transfer.sendDoneTrigger},
        {"recv_done_trigger", &transfer.recvDoneTrigger},
    };
    for (const auto& [word, trigger] : triggers)
    {
        if (list.Has(word))
        {
            // Triggers may stand below; the place is kept for a message about one that does not.
            *trigger = static_cast<uint32_t>(*list.Find(word));
            line.references.emplace_back(**trigger, list.At(word));
        }
    }
    if (list.Has("id"))
    {
        transfer.id = static_cast<uint32_t>(*list.Find("id"));
        line.idAt = list.At("id");
    }
}

/** Explains htsim's meaning of a size of 0, which is no number that is out of range by mistake. */
void
MatrixLines::RefuseEndless(const std::vector<Token>& words) const
{
    for (std::size_t i = 2; i < words.size(); i += 2) // each attribute of a connection has a value
    {
        if (words[i - 1].text == "size" && words[i].text == "0")
        {
            m_reader.Fail(words[i].at,
                          "size in bytes is '0', in matrices of htsim a flow without end; expected "
                          "a whole number, 1 .. " +
                              std::to_string(MAX_BYTES));
        }
    }
}

/** Reads `SOURCE->DESTINATION`, one word of which each part has a column of its own in messages. */
void
MatrixLines::ReadEnds(const Token& ends, std::size_t arrow, Transfer& transfer) const
{
    const auto behind = static_cast<uint32_t>(arrow + 2);
    const Token source{ends.text.substr(0, arrow), ends.at};
    const Token destination{ends.text.substr(behind), {ends.at.line, ends.at.column + behind}};
    const uint64_t last = *m_nodes.value - 1;
    transfer.source = static_cast<uint32_t>(m_reader.Number(source, "source", 0, last));
    transfer.destination =
        static_cast<uint32_t>(m_reader.Number(destination, "destination", 0, last));
    if (transfer.source == transfer.destination)
    {
        m_reader.Fail(destination.at, "a transfer to its source; expected another node");
    }
}

/** A transfer starts at a time or by a trigger. Messages of TriggerGraph point at either. */
void
MatrixLines::ReadStart(const std::vector<Token>& words,
                       const AttributeList& list,
                       Transfer& transfer) const
{
    // Exactly one of the two: with both nobody could say which counts.
    if (list.Has("start") == list.Has("trigger"))
    {
        m_reader.Fail(list.Has("start") ? words[0].at : m_reader.End(),
                      std::string(list.Has("start") ? "both a start and a trigger" : "no start") +
                          "; expected 'start PICOSECONDS' or 'trigger N'");
    }
    transfer.start = Instant(static_cast<int64_t>(list.Find("start").value_or(0)));
    transfer.column = ShortColumn(list.At(list.Has("start") ? "start" : "trigger").column);
}

/** A barrier alone has a count of its own. TriggerGraph checks the activations of triggers. */
void
MatrixLines::ReadTrigger(const std::vector<Token>& words, MatrixLine& line) const
{
    const AttributeList list(m_reader, words, TRIGGER_RULES);
    Trigger trigger;
    trigger.line = words[0].at.line;
    unsigned kinds = 0;
    for (const auto& [word, kind] : TRIGGER_KINDS)
    {
        if (list.Has(word))
        {
            trigger.kind = kind;
            // Kinds are counted, so that two of them and none give the same error.
            ++kinds;
        }
    }
    if (!list.Has("id") || kinds != 1)
    {
        m_reader.Fail(words[0].at,
                      std::string(list.Has("id") ? std::to_string(kinds) + " kinds" : "no id") +
                          "; expected 'id N' and one of 'oneshot', 'multishot', 'barrier count N'");
    }
    if (list.Has("barrier") != list.Has("count"))
    {
        m_reader.Fail(words[0].at,
                      "a barrier without a count, or a count without a barrier; expected 'barrier "
                      "count N'");
    }
    trigger.id = static_cast<uint32_t>(*list.Find("id"));
    trigger.column = ShortColumn(list.At("id").column);
    trigger.count = static_cast<uint32_t>(list.Find("count").value_or(1));
    line.idAt = list.At("id");
    line.trigger = trigger;
}

void
MatrixLines::CheckAnnounced(const Announced& announced, TextPosition at) const
{
    if (!announced.value)
    {
        m_reader.Fail(at,
                      "no " + Quoted(announced.word) + " so far; expected '" + announced.word +
                          " N' in the header");
    }
}

/** Refuses a line too many before the rest of the file, which may be endless, is read. */
void
MatrixLines::CheckRoomOf(const Announced& announced, std::size_t found, TextPosition at) const
{
    const uint32_t value = announced.value.value_or(0); // triggers need no number if there are none
    if (found > value)
    {
        m_reader.Fail(at,
                      announced.word + " announces " + std::to_string(value) +
                          ", the file has more; expected the same number");
    }
}

/** A file that was cut off has fewer lines than it announces; CheckRoom has refused more. */
void
MatrixLines::CheckCount(const Announced& announced, std::size_t found) const
{
    const uint32_t value = announced.value.value_or(0);
    if (value != found)
    {
        m_reader.Fail(announced.value ? announced.at : m_reader.End(),
                      announced.word + " announces " + std::to_string(value) + ", the file has " +
                          std::to_string(found) + "; expected the same number");
    }
}

void
MatrixLines::CheckRoom(std::size_t connections, std::size_t triggers, TextPosition at) const
{
    CheckRoomOf(m_connections, connections, at);
    CheckRoomOf(m_triggers, triggers, at);
}

void
MatrixLines::CheckEnd(std::size_t connections, std::size_t triggers) const
{
    CheckAnnounced(m_nodes, m_reader.End());
    CheckAnnounced(m_connections, m_reader.End());
    CheckCount(m_connections, connections);
    CheckCount(m_triggers, triggers);
}

} // namespace mrc
} // namespace ns3
