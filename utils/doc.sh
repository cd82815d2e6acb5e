# SPDX-License-Identifier: GPL-2.0-only
#
# ./mrc doc: builds the documents, and the reference of the API. Sourced by ./mrc.

build_doc() {
  [[ $* == "" || $* == --api ]] || die "doc: there is no option '$*'; expected --api or nothing"
  lock
  command -v sphinx-build >/dev/null || need_packages "${doc_packages[@]}"
  python3 "$root/doc/pictures/draw.py" --check >>"$log" 2>&1 || die_with_log "a picture is stale"
  sphinx-build -q -W --keep-going -b html "$root/doc" "$root/build/doc" >>"$log" 2>&1 ||
    die_with_log "the documents have errors"
  say "documents: build/doc/index.html"
  [[ $* == --api ]] || return 0
  command -v doxygen >/dev/null || need_packages "${api_packages[@]}"
  python3 "$root/doc/api.py" "$root/build/api" >>"$log" 2>&1 || die_with_log "comments in headers miss something"
  say "reference of the API: build/api/html/index.html"
}
