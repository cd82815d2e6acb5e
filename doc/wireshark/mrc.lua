-- SPDX-License-Identifier: GPL-2.0-only
--
-- Shows the headers and opcodes of MRC by name in Wireshark and tshark (3.6 and later):
--
--   tshark -X lua_script:doc/wireshark/mrc.lua -V -r examples/data/mrc-opcodes.pcap
--
-- This dissector takes packets to UDP port 4791 with an opcode of MRC. Wireshark's own dissector for
-- RoCEv2 goes first, so that filters like infiniband.bth.psn keep working, and gets all others.
-- The layout is that of "The protocol as modelled" in the documents of the ns-3 module mrc.

local mrc = Proto("mrc", "Multipath Reliable Connection")

mrc.prefs.port = Pref.uint("UDP port", 4791, "UDP destination port of MRC")
mrc.prefs.trimmed = Pref.uint("DSCP of trimmed packets", 11, "Trimmed inside the fabric")
mrc.prefs.last_hop = Pref.uint("DSCP of packets trimmed on the last hop", 21, "Trimmed at the end")

local WRITE = { "METH", "TSETH", "RETH" }
local WRITE_IMMEDIATE = { "METH", "TSETH", "RETH", "ImmDt" }

-- opcode -> name, headers behind the BTH (a TSETH only if the ts bit says so)
local OPCODES = {
  [0xC6] = { "RDMA Write First", WRITE },
  [0xC7] = { "RDMA Write Middle", WRITE },
  [0xC8] = { "RDMA Write Last", WRITE },
  [0xC9] = { "RDMA Write Last with Immediate", WRITE_IMMEDIATE },
  [0xCA] = { "RDMA Write Only", WRITE },
  [0xCB] = { "RDMA Write Only with Immediate", WRITE_IMMEDIATE },
  [0xD1] = { "Acknowledge", { "AETH" } },
  [0xD8] = { "Endpoint Request", { "ERTH" } },
  [0xD9] = { "Endpoint Response", { "EETH" } },
  [0xDC] = { "Reliability SACK", { "SETH", "CC_STATE" } },
  [0xDD] = { "Reliability NACK", { "NETH" } },
  [0xDE] = { "Reliability Probe Request", { "PETH" } },
}

local PATH_MARKS = { [0] = "NONE", "SKIP_ONCE", "ALWAYS_SKIP" }
local RESOLUTIONS = { [0] = "128 ns", "1 us" }
local OPERATIONS = { [0] = "PORT_STATUS_UPDATE", "EV_PROBE" }
local REASONS = {
  [0x01] = "TRIMMED",
  [0x02] = "TRIMMED_LASTHOP",
  [0x06] = "NO_BITMAP",
  [0x07] = "NO_PKT_BUFFER",
  [0x0A] = "NO_RESOURCE",
  [0x0B] = "PSN_OOR_WINDOW",
  [0x19] = "UNEXP_EVENT",
}

-- fields at the same place in several headers: key, label, type, first byte, bytes, mask, names of values
local PATH_MARK = { "m", "Path mark (m)", "uint8", 1, 1, 0x60, PATH_MARKS }
local OPERATION = { "op", "Operation", "uint8", 1, 1, 0x1C, OPERATIONS }
local ENTROPY = { "entropy", "Entropy echo", "hex32", 4, 4 }
local SPDCID = { "spdcid", "spdcid", "uint16", 8, 2 }
local DPDCID = { "dpdcid", "dpdcid", "uint16", 10, 2 }
local CC_TYPE = { "cc_type", "cc_type", "uint8", 16, 1, 0xF0 }
-- the TSETH that ends PETH and ERTH
local TIMESTAMP = { "tx_timestamp", "Transmit time stamp", "uint16", 12, 2 }
local RESOLUTION = { "tsr", "Resolution (tsr)", "uint8", 14, 1, 0x80, RESOLUTIONS }
local FORMAT = { "ftype", "Format (ftype)", "uint8", 15, 1, 0x0F }
-- header -> its size and its fields
local HEADERS = {
  BTH = {
    size = 12,
    { "opcode", "Opcode", "uint8", 0, 1, nil, "opcodes" },
    { "se", "Solicited event", "bool", 1, 1, 0x80 },
    { "pad", "Pad count", "uint8", 1, 1, 0x30 },
    { "pkey", "Partition key", "hex16", 2, 2 },
    { "dest_qp", "Destination QP", "uint24", 5, 3 },
    { "ackreq", "AckReq", "bool", 8, 1, 0x80 },
    { "rtx", "Retransmission (rtx)", "bool", 8, 1, 0x20 },
    { "ts", "TSETH present (ts)", "bool", 8, 1, 0x10 },
    { "psn", "PSN", "uint24", 9, 3 },
  },
  METH = {
    size = 4,
    { "rqmsn", "RQMSN", "uint16", 0, 2 },
    { "msn", "MSN", "uint16", 2, 2 },
  },
  TSETH = {
    size = 4,
    { "tx_timestamp", "Transmit time stamp", "uint16", 0, 2 },
    { "tsr", "Resolution (tsr)", "uint8", 2, 1, 0x80, RESOLUTIONS },
    { "ftype", "Format (ftype)", "uint8", 3, 1, 0x0F },
  },
  RETH = {
    size = 16,
    { "va", "Address of this packet's payload", "hex64", 0, 8 },
    { "rkey", "Remote key", "hex32", 8, 4 },
    { "dmalen", "Length of the message", "uint32", 12, 4 },
  },
  ImmDt = { size = 4, { "value", "Immediate data", "hex32", 0, 4 } },
  AETH = {
    size = 4,
    { "syndrome", "Syndrome", "uint8", 0, 1 },
    { "msn", "MSN", "uint24", 1, 3 },
  },
  SETH = {
    size = 28,
    PATH_MARK,
    { "pr", "Probe reply (pr)", "bool", 1, 1, 0x02 },
    { "ack_psn_offset", "ack_psn_offset, or probe_id", "int16", 2, 2 },
    ENTROPY,
    SPDCID,
    DPDCID,
    { "down_ports", "Ports that are down (the module's own use)", "hex8", 12, 1 },
    { "cack_psn", "cack_psn", "uint24", 13, 3 },
    CC_TYPE,
    { "mpr", "mpr, in units of 128 PSNs", "uint8", 17, 1 },
    { "sack_offset", "sack_offset", "int16", 18, 2 },
    { "sack_bitmap", "sack_bitmap", "hex64", 20, 8 },
  },
  CC_STATE = {
    size = 8,
    { "tx_timestamp", "Transmit time stamp, reflected", "uint16", 0, 2 },
    { "ooo_count", "ooo_count", "uint16", 2, 2, 0x7FFF },
    { "r_c", "restore_cwnd (r_c)", "bool", 4, 1, 0x80 },
    { "rcv_cwnd_pen", "rcv_cwnd_pen", "uint8", 4, 1, 0x7F },
    { "rcvd_bytes", "rcvd_bytes, in units of 256 bytes", "uint24", 5, 3 },
  },
  NETH = {
    size = 20,
    { "nack_reason", "Reason", "uint8", 2, 1, nil, REASONS },
    { "vendor", "Vendor information", "uint8", 3, 1 },
    ENTROPY,
    SPDCID,
    DPDCID,
    { "nack_psn", "nack_psn", "uint24", 13, 3 },
    CC_TYPE,
    { "tx_timestamp", "Transmit time stamp, reflected", "uint16", 18, 2 },
  },
  PETH = {
    size = 16,
    { "probe_id", "probe_id", "uint16", 4, 2 },
    SPDCID,
    DPDCID,
    TIMESTAMP,
    RESOLUTION,
    FORMAT,
  },
  ERTH = {
    size = 16,
    { "any_uplink_back", "The answer may take any uplink", "uint8", 1, 1, 0x20 },
    OPERATION,
    { "port_status_mask", "Ports that are reachable", "hex32", 4, 4 },
    TIMESTAMP,
    RESOLUTION,
    FORMAT,
  },
  EETH = {
    size = 36,
    PATH_MARK,
    OPERATION,
    ENTROPY,
    { "port_status_mask", "Ports of the responder that are reachable", "hex32", 20, 4 },
    { "tx_timestamp", "Transmit time stamp, reflected", "uint16", 28, 2 },
  },
}
local ORDER = { "BTH", "METH", "TSETH", "RETH", "ImmDt", "AETH", "SETH", "CC_STATE", "NETH", "PETH",
                "ERTH", "EETH" }

local opcode_names = {}
for opcode, row in pairs(OPCODES) do
  opcode_names[opcode] = row[1]
end

local MAKERS = {
  bool = function(name, label, row) return ProtoField.bool(name, label, 8 * row[5], nil, row[6]) end,
  int16 = function(name, label) return ProtoField.int16(name, label) end,
  hex8 = function(name, label) return ProtoField.uint8(name, label, base.HEX) end,
  hex16 = function(name, label) return ProtoField.uint16(name, label, base.HEX) end,
  hex32 = function(name, label) return ProtoField.uint32(name, label, base.HEX) end,
  hex64 = function(name, label) return ProtoField.uint64(name, label, base.HEX) end,
}
for _, kind in ipairs({ "uint8", "uint16", "uint24", "uint32" }) do
  MAKERS[kind] = function(name, label, row)
    local names = row[7] == "opcodes" and opcode_names or row[7]
    local shown = row[7] == "opcodes" and base.HEX or base.DEC
    return ProtoField[kind](name, label, shown, names, row[6])
  end
end

local header_fields = {} -- header -> the field of the whole header
local fields = {}        -- header -> its fields, as in HEADERS
local all = {}
for _, header in ipairs(ORDER) do
  local prefix = "mrc." .. header:lower()
  header_fields[header] = ProtoField.bytes(prefix, header)
  table.insert(all, header_fields[header])
  fields[header] = {}
  for i, row in ipairs(HEADERS[header]) do
    fields[header][i] = MAKERS[row[3]](prefix .. "." .. row[1], row[2], row)
    table.insert(all, fields[header][i])
  end
end
local trimmed_field = ProtoField.bool("mrc.trimmed", "Trimmed")
local cut_field = ProtoField.string("mrc.cut", "Cut off")
local ev_field = ProtoField.uint32("mrc.ev", "Entropy value (EV)", base.HEX)
for _, field in ipairs({ trimmed_field, cut_field, ev_field }) do
  table.insert(all, field)
end
mrc.fields = all

local dscp_of = Field.new("ipv6.tclass.dscp") -- the outer header's comes first
local dscp_of_ipv4 = Field.new("ip.dsfield.dscp")
local flow_of = Field.new("ipv6.flow")
local port_of = Field.new("udp.srcport")

-- adds a header; returns whether it is there
local function add_header(header, tvb, offset, tree)
  local layout = HEADERS[header]
  if tvb:len() < offset + layout.size then
    return false
  end
  local branch = tree:add(header_fields[header], tvb(offset, layout.size))
  branch:set_text(header)
  for i, row in ipairs(layout) do
    branch:add(fields[header][i], tvb(offset + row[4], row[5]))
  end
  return true
end

-- The EV is in UDP source port and the flow label of the inner IPv6 header. Without SRv6 there is one
-- IP header, and the port has 7 - plane (3 bits) and the low 13 bits of the path.
local function add_ev(tree)
  local flows = { flow_of() }
  local port = port_of()
  if not port then
    return
  end
  local ev = 0
  if #flows > 1 then
    ev = port.value * 65536 + flows[#flows].value % 65536
  else
    local label = #flows == 1 and flows[1].value % 65536 or 0
    ev = (7 - math.floor(port.value / 8192)) * 536870912 + label * 8192 + port.value % 8192
  end
  tree:add(ev_field, ev):set_generated()
end

local function add_headers(tvb, tree)
  local opcode = tvb(0, 1):uint()
  local timestamped = tvb(8, 1):bitfield(3, 1) == 1
  local offset = HEADERS.BTH.size
  add_header("BTH", tvb, 0, tree)
  for _, header in ipairs(OPCODES[opcode][2]) do
    if header ~= "TSETH" or timestamped then
      if not add_header(header, tvb, offset, tree) then
        tree:add(cut_field, header):set_generated()
        return
      end
      offset = offset + HEADERS[header].size
    end
  end
end

local function show(tvb, pinfo, tree)
  local opcode = tvb(0, 1):uint()
  local dscp = dscp_of() or dscp_of_ipv4()
  local is_trimmed = dscp ~= nil
    and (dscp.value == mrc.prefs.trimmed or dscp.value == mrc.prefs.last_hop)
  local branch = tree:add(mrc, tvb(0), "Multipath Reliable Connection, " .. opcode_names[opcode])
  branch:add(trimmed_field, is_trimmed):set_generated()
  add_ev(branch)
  add_headers(tvb, branch)
  pinfo.cols.protocol = "MRC"
  pinfo.cols.info = string.format("%s QP=%d PSN=%d%s%s", opcode_names[opcode],
    tvb(5, 3):uint(), tvb(9, 3):uint(), tvb(8, 1):bitfield(2, 1) == 1 and " [rtx]" or "",
    is_trimmed and " [trimmed]" or "")
end

local roce -- Wireshark's own dissector of the port

function mrc.dissector(tvb, pinfo, tree)
  if roce then
    roce:call(tvb, pinfo, tree)
  end
  if tvb:len() >= HEADERS.BTH.size and OPCODES[tvb(0, 1):uint()] then
    show(tvb, pinfo, tree)
  end
  return tvb:len()
end

local ports = DissectorTable.get("udp.port")
local taken -- the port that this dissector has

local function take_port()
  if taken ~= mrc.prefs.port then
    if taken then
      ports:remove(taken, mrc)
    end
    roce = ports:get_dissector(4791) or roce
    ports:add(mrc.prefs.port, mrc)
    taken = mrc.prefs.port
  end
end

mrc.prefs_changed = take_port
take_port()
