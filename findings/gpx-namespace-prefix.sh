#!/usr/bin/env bash
# gpxparser and @tmcw/togeojson find nothing in a GPX file whose elements have a prefix.
#
# Versions: gpxparser 3.0.8, @tmcw/togeojson 7.1.3 with @xmldom/xmldom 0.9.12. Seen on 2026-11-29.
# Input: the same track twice, with the namespace of GPX 1.1 as the default and as the prefix `g`,
# which is the same document for XML.
# Seen: one track without the prefix, none with it, and no error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent gpxparser@3.0.8 @tmcw/togeojson@7.1.3 @xmldom/xmldom@0.9.12
cat > read.mjs << 'READ'
import { gpx } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';
import GpxParser from 'gpxparser';

const build = (p, declared) => `<?xml version="1.0"?>
<${p}gpx version="1.1" creator="x" ${declared}="http://www.topografix.com/GPX/1/1"><${p}trk><${p}trkseg>
<${p}trkpt lat="52.50" lon="13.4"><${p}time>2026-05-04T06:00:00Z</${p}time></${p}trkpt>
<${p}trkpt lat="52.51" lon="13.4"><${p}time>2026-05-04T06:05:00Z</${p}time></${p}trkpt>
</${p}trkseg></${p}trk></${p}gpx>`;
for (const [name, text] of [['default', build('', 'xmlns')], ['prefix', build('g:', 'xmlns:g')]]) {
  const parser = new GpxParser();
  parser.parse(text);
  const { features } = gpx(new DOMParser().parseFromString(text, 'text/xml'));
  console.log(`${name}: gpxparser ${parser.tracks.length}, togeojson ${features.length}`);
}
READ
node read.mjs | tee seen.txt
cat > expected.txt << 'EXPECTED'
default: gpxparser 1, togeojson 1
prefix: gpxparser 0, togeojson 0
EXPECTED
cmp seen.txt expected.txt
