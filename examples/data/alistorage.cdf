# SPDX-License-Identifier: GPL-2.0-only
# Flow sizes of AliStorage2019 (HPCC, SIGCOMM 2019): bytes, percent of flows that are no longer
4000 22.93
8000 69.21
16000 80.61
32000 90.47
64000 93.53
128000 96.77
256000 97.53
2000000 100
