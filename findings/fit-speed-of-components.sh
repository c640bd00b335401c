#!/usr/bin/env bash
# @garmin/fitsdk gives ten times the speed of a record whose speed and distance share three bytes.
#
# Versions: @garmin/fitsdk 21.217.0 (JavaScript), garmin-fit-sdk 21.218.0 and fitdecode 0.11.0
# (Python). Seen on 2026-11-30.
# Input: a valid file of three records at 3 m/s, 5 s and 15 m apart. Their field
# `compressed_speed_distance` has 12 bits of speed in 1/100 m/s and 12 bits of distance in 1/16 m,
# as in the profile.
# Seen: the JavaScript of Garmin gives a `speed` of 3 and an `enhancedSpeed` of 30, because it takes
# 1/100 for 1/1000 in the second step. The Python of Garmin gives 3 for both, fitdecode 3.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent @garmin/fitsdk@21.217.0
python3 -m venv python
export PIP_DISABLE_PIP_VERSION_CHECK=1
python/bin/pip install --quiet garmin-fit-sdk==21.218.0 fitdecode==0.11.0
cat > file.txt << 'FILE'
0e20a6523b0000002e464954dddc
400000000003000100010284040486 0004ff00e0e95a44
4000001400 02fd048608030d
00e0e95a44 2c0100
00e5e95a44 2c010f
00eae95a44 2c011e
315c
FILE
cat > read.mjs << 'READ'
import { readFileSync, writeFileSync } from 'node:fs';
import { Decoder, Stream } from '@garmin/fitsdk';

const bytes = Buffer.from(readFileSync('file.txt', 'latin1').replaceAll(/\s/g, ''), 'hex');
writeFileSync('file.fit', bytes);
const { messages, errors } = new Decoder(Stream.fromBuffer(bytes)).read();
for (const { distance, speed, enhancedSpeed } of messages.recordMesgs)
  console.log(`JavaScript: ${distance} m, speed ${speed}, enhanced ${enhancedSpeed}`);
console.log(`JavaScript: ${errors.length} errors`);
READ
cat > read.py << 'READ'
import fitdecode
import garmin_fit_sdk

stream = garmin_fit_sdk.Stream.from_file("file.fit")
for record in garmin_fit_sdk.Decoder(stream).read()[0]["record_mesgs"]:
    distance, speed = float(record["distance"]), float(record["speed"])
    print(f"Python: {distance:g} m, speed {speed:g}, enhanced {float(record['enhanced_speed']):g}")
with fitdecode.FitReader("file.fit") as frames:
    for frame in frames:
        if isinstance(frame, fitdecode.FitDataMessage) and frame.name == "record":
            distance, speed = frame.get_value("distance"), frame.get_value("speed")
            print(f"fitdecode: {distance:g} m, speed {speed:g}")
READ
(node read.mjs && python/bin/python read.py) | tee seen.txt
cat > expected.txt << 'EXPECTED'
JavaScript: 0 m, speed 3, enhanced 30
JavaScript: 15 m, speed 3, enhanced 30
JavaScript: 30 m, speed 3, enhanced 30
JavaScript: 0 errors
Python: 0 m, speed 3, enhanced 3
Python: 15 m, speed 3, enhanced 3
Python: 30 m, speed 3, enhanced 3
fitdecode: 0 m, speed 3
fitdecode: 15 m, speed 3
fitdecode: 30 m, speed 3
EXPECTED
cmp seen.txt expected.txt
