#!/usr/bin/env bash
# Renders every body from the scripts (needs Blender 3.4 or newer and ImageMagick), tells originals
# from masks, and writes both as WebP. Takes some 15 minutes of one core.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bodies=${*:-"long-nose-sleeper aero-sleeper crew-pickup box-truck dry-van sedan suv excavator day-cab cargo-van flatbed-trailer dump-truck reefer-trailer wheel-loader bus"}
for body in $bodies; do
  nice -n 19 blender -b -t 1 -P scenes/yard.py -- "$work" 26 768 "$body" front-three-quarter side rear-three-quarter >/dev/null 2>&1
  mkdir -p "originals/$body"
  for mask in "$work/$body"/*.mask.png; do
    view=$(basename "$mask" .mask.png)
    # A light median takes the grain of few samples away.
    convert "$work/$body/$view.png" -statistic median 2x2 -resize 960x640 -quality 82 "originals/$body/$view.webp"
    convert "$mask" -colorspace Gray -resize 960x640 -quality 60 "originals/$body/$view.mask.webp"
  done
done
