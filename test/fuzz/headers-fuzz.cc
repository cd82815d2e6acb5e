/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Each header's decoder reads any bytes or refuses them; what it has read its encoder writes so
// that it reads the same again. The first byte selects the header.

#include "mrc-fuzz.h"

#include "ns3/mrc-byte-cursor.h"
#include "ns3/mrc-envelope.h"
#include "ns3/mrc-header-chain.h"
#include "ns3/mrc-hop-records.h"
#include "ns3/mrc-immdt.h"

#include <array>

using namespace ns3::mrc;

using Bytes = std::array<uint8_t, 128>;

static bool
DecodeOne(ByteReader& in, Bth& bth)
{
    uint8_t padCount = 0;
    return Decode(in, bth, padCount) && padCount <= 3;
}

static void
EncodeOne(ByteWriter& out, const Bth& bth)
{
    Encode(out, bth, 3);
}

template <typename Header>
bool
DecodeOne(ByteReader& in, Header& header)
{
    return Decode(in, header);
}

template <typename Header>
void
EncodeOne(ByteWriter& out, const Header& header)
{
    Encode(out, header);
}

template <typename Header>
Bytes
BytesOf(const Header& header)
{
    Bytes bytes{};
    ByteWriter out(bytes.data(), bytes.size());
    EncodeOne(out, header);
    Expect(out.Ok());
    return bytes;
}

template <typename Header>
void
Try(const uint8_t* data, std::size_t size)
{
    ByteReader in(data, size);
    Header header{};
    if (!DecodeOne(in, header))
    {
        return;
    }
    const Bytes once = BytesOf(header);
    ByteReader back(once.data(), once.size());
    Header again{};
    Expect(DecodeOne(back, again));
    Expect(BytesOf(again) == once);
}

/** Reads the headers behind a BTH into a datagram, as far as the bytes go. */
static void
TryChain(const uint8_t* data, std::size_t size)
{
    ByteReader in(data, size);
    Datagram datagram;
    uint8_t padCount = 0;
    if (!Decode(in, datagram.bth, padCount))
    {
        return;
    }
    ClearHeaders(datagram);
    for (const HeaderKind kind : HeaderChain(datagram.bth))
    {
        if (!Decode(in, datagram, kind))
        {
            return;
        }
    }
    Bytes bytes{};
    ByteWriter out(bytes.data(), bytes.size());
    for (const HeaderKind kind : HeaderChain(datagram.bth))
    {
        Encode(out, datagram, kind);
    }
    Expect(out.Ok());
}

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    using Decoder = void (*)(const uint8_t*, std::size_t);
    static constexpr Decoder DECODERS[] = {
        Try<Ethernet>,
        Try<Ipv6>,
        Try<Udp>,
        Try<Envelope>,
        Try<Bth>,
        Try<Meth>,
        Try<Tseth>,
        Try<Reth>,
        Try<ImmDt>,
        Try<Aeth>,
        Try<Seth>,
        Try<CcState>,
        Try<Neth>,
        Try<Peth>,
        Try<Erth>,
        Try<Eeth>,
        TryChain,
        Try<HopRecords>,
    };
    if (size > 0)
    {
        constexpr std::size_t count = sizeof(DECODERS) / sizeof(DECODERS[0]);
        DECODERS[data[0] % count](data + 1, size - 1);
    }
    return 0;
}
