#!/usr/bin/env bash
# @tmcw/togeojson moves times and heart rates to earlier points if a point has none.
#
# Versions: @tmcw/togeojson 7.1.3 with @xmldom/xmldom 0.9.12. Seen on 2026-11-30.
# Input: a GPX track of three points, of which the first has no time (it may be left out in GPX
# 1.1), and a TCX lap of three points, of which the first has no heart rate (as before a strap is
# found).
# Seen: three positions with two times, and three with two heart rates, of which the first is that
# of the second point. In the GPX, a heart rate that is absent is null, and its list has three.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent @tmcw/togeojson@7.1.3 @xmldom/xmldom@0.9.12
cat > read.mjs << 'READ'
import { gpx, tcx } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';

const parse = (text) => new DOMParser().parseFromString(text, 'text/xml');
const minutes = [0, 5, 10];
const toTime = (minute) => `2026-05-04T06:${String(minute).padStart(2, '0')}:00Z`;
const toHeart = (minute) => `<gpxtpx:TrackPointExtension><gpxtpx:hr>${140 + minute}</gpxtpx:hr>
</gpxtpx:TrackPointExtension>`;
const toTrkpt = (minute) => `<trkpt lat="52.${500 + minute}" lon="13.4">
${minute > 0 ? `<time>${toTime(minute)}</time>` : ''}
${minute > 0 ? `<extensions>${toHeart(minute)}</extensions>` : ''}</trkpt>`;
const toTrackpoint = (minute) => `<Trackpoint><Time>${toTime(minute)}</Time><Position>
<LatitudeDegrees>52.${500 + minute}</LatitudeDegrees><LongitudeDegrees>13.4</LongitudeDegrees>
</Position>${minute > 0 ? `<HeartRateBpm><Value>${140 + minute}</Value></HeartRateBpm>` : ''}
</Trackpoint>`;
const track = `<?xml version="1.0"?><gpx version="1.1" creator="x"
xmlns="http://www.topografix.com/GPX/1/1"
xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
<trk><trkseg>${minutes.map(toTrkpt).join('')}</trkseg></trk></gpx>`;
const lap = `<?xml version="1.0"?><TrainingCenterDatabase
xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>
<Activity Sport="Running"><Id>${toTime(0)}</Id><Lap StartTime="${toTime(0)}">
<TotalTimeSeconds>600</TotalTimeSeconds><DistanceMeters>1112</DistanceMeters>
<Calories>100</Calories><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod>
<Track>${minutes.map(toTrackpoint).join('')}</Track></Lap></Activity></Activities>
</TrainingCenterDatabase>`;
for (const [name, { features }] of [
  ['GPX', gpx(parse(track))],
  ['TCX', tcx(parse(lap))],
]) {
  const [{ geometry, properties }] = features;
  const { times, heart } = properties.coordinateProperties;
  console.log(`${name}: ${geometry.coordinates.length} positions`);
  console.log(`${name}: ${times.map((time) => time.slice(11, 16)).join(' ')}`);
  console.log(`${name}: heart ${JSON.stringify(heart)}`);
}
READ
node read.mjs | tee seen.txt
cat > expected.txt << 'EXPECTED'
GPX: 3 positions
GPX: 06:05 06:10
GPX: heart [null,145,150]
TCX: 3 positions
TCX: 06:00 06:05 06:10
TCX: heart [145,150]
EXPECTED
cmp seen.txt expected.txt
