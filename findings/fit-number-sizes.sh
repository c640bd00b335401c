#!/usr/bin/env bash
# fit-file-parser leaves out every number that has another size or sign than in its own tables.
#
# Versions: fit-file-parser 6.1.2, @garmin/fitsdk 21.217.0 (JavaScript), fitdecode 0.11.0 (Python).
# Seen on 2026-11-30.
# Input: a valid file of one record with a time, a heart rate of 150 in 16 bits, 500 m in 32 bits, a
# power of 200 W in 32 bits and a cadence of 85 in 8 bits. The definition of the record states the
# sizes, as it has to; the profile has 8 bits for a heart rate and 16 for a power.
# Seen: fit-file-parser gives the distance and the cadence, and no error. The two others give all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent @garmin/fitsdk@21.217.0 fit-file-parser@6.1.2
python3 -m venv python
export PIP_DISABLE_PIP_VERSION_CHECK=1
python/bin/pip install --quiet fitdecode==0.11.0
cat > file.txt << 'FILE'
0e20a6523c0000002e4649549c3a
400000000003000100010284040486 0004ff00e0e95a44
4000001400 05fd0486030284050486070486040102
00e0e95a44 9600 50c30000 c8000000 55
67b5
FILE
cat > read.mjs << 'READ'
import { readFileSync, writeFileSync } from 'node:fs';
import { Decoder, Stream } from '@garmin/fitsdk';
import FitParser from 'fit-file-parser';

const bytes = Buffer.from(readFileSync('file.txt', 'latin1').replaceAll(/\s/g, ''), 'hex');
writeFileSync('file.fit', bytes);
const options = { mode: 'list', force: false, lengthUnit: 'm' };
const parsed = await new (FitParser.default ?? FitParser)(options).parseAsync(bytes);
const [one] = parsed.records;
console.log('fit-file-parser:', one.heart_rate, one.distance, one.power, one.cadence);
const { messages } = new Decoder(Stream.fromBuffer(bytes)).read();
const [{ heartRate, distance, power, cadence }] = messages.recordMesgs;
console.log('fitsdk:', heartRate, distance, power, cadence);
READ
cat > read.py << 'READ'
import fitdecode

with fitdecode.FitReader("file.fit") as frames:
    for frame in frames:
        if isinstance(frame, fitdecode.FitDataMessage) and frame.name == "record":
            names = ["heart_rate", "distance", "power", "cadence"]
            print("fitdecode:", *[f"{frame.get_value(name):g}" for name in names])
READ
(node read.mjs && python/bin/python read.py) | tee seen.txt
cat > expected.txt << 'EXPECTED'
fit-file-parser: undefined 500 undefined 85
fitsdk: 150 500 200 85
fitdecode: 150 500 200 85
EXPECTED
cmp seen.txt expected.txt
