# SPDX-License-Identifier: GPL-2.0-only
#
# What ./mrc says, also when a name was misspelt or a compiler failed. Sets nothing; reads $log.

say() {
  printf 'mrc: %s\n' "$*" >&2
}

die() {
  say "$@"
  exit 1
}

# die, after the end of the log
die_with_log() {
  {
    tail -n 60 "$log"
    say "$* (whole log: $log)"
  } >&2
  exit 1
}

# die, after the first errors of the compiler and the linker in the log, or its end if there are none
die_with_errors() {
  local errors
  errors=$(awk '/: (fatal )?error: |: undefined reference to |: multiple definition of |cannot find -l/ {
      if (++count > 5) { exit }
      lines = 4
    }
    /^(In file included| +from) / { lines = 0 }
    /^\[[0-9]+\/[0-9]+\]|^ninja: / { lines = 0 }
    lines-- > 0' "$log")
  [[ -n $errors ]] || die_with_log "$@"
  printf '%s\n' "$errors" >&2
  die "$* (whole log: $log)"
}

# nearest WORD: that line of standard input which is WORD but for a few letters; nothing if there is none
nearest() {
  awk -v word="$1" '
    function least(a, b) { return a < b ? a : b }
    function distance(a, b,    i, j, row, last, above) {
      for (j = 0; j <= length(b); j++) { row[j] = j }
      for (i = 1; i <= length(a); i++) {
        last = row[0]
        row[0] = i
        for (j = 1; j <= length(b); j++) {
          above = row[j]
          row[j] = least(least(row[j], row[j - 1]) + 1, last + (substr(a, i, 1) != substr(b, j, 1)))
          last = above
        }
      }
      return row[length(b)]
    }
    BEGIN { best = int(length(word) / 3) + 2 }
    {
      d = distance(word, $0)
      if (d < best || (index($0, word) > 0 && name == "")) { best = least(d, best); name = $0 }
    }
    END { print name }'
}

# did_you_mean WORD: the end of a sentence, if a line of standard input is nearly WORD
did_you_mean() {
  local name
  name=$(nearest "$1")
  [[ -z $name ]] || printf '; did you mean %s?' "'$name'"
}
