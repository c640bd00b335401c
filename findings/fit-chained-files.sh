#!/usr/bin/env bash
# fit-file-parser reads the first of the files that are chained in one, and says nothing of the others.
#
# Versions: fit-file-parser 6.1.2, @garmin/fitsdk 21.217.0. Seen on 2026-11-29.
# Input: two whole files one after the other, which the protocol allows ("chained FIT files"): a run
# on 2026-05-04 and one on 2026-05-05.
# Seen: fit-file-parser gives one session and no error, @garmin/fitsdk both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent @garmin/fitsdk@21.217.0 fit-file-parser@6.1.2
cat > file.txt << 'FILE'
DiCyUmEAAAAuRklUGN9AAAAAAAUAAQABAoQCAoQDBIwEBIYABAEAgwryKGvrELQGREAAABIABgIEhv0EhggEhgcEhgUBAAYBAADg
6VpE6PBaREB3GwBAdxsAAQBAAAAiAAL9BIYBAoQA6PBaRAEA0EcOILJSYQAAAC5GSVQY30AAAAAABQABAAEChAIChAMEjAQEhgAE
AQCDCvIoa+sQtAZEQAAAEgAGAgSG/QSGCASGBwSGBQEABgEAAGA7XERoQlxEQHcbAEB3GwABAEAAACIAAv0EhgEChABoQlxEAQBU
AQ==
FILE
cat > read.mjs << 'READ'
import { readFileSync } from 'node:fs';
import { Decoder, Stream } from '@garmin/fitsdk';
import FitParser from 'fit-file-parser';

const bytes = Buffer.from(readFileSync('file.txt', 'latin1').replaceAll('\n', ''), 'base64');
const toDays = (times) => times.map((time) => time.toISOString().slice(0, 10)).join(', ');
const parsed = await new (FitParser.default ?? FitParser)({ mode: 'list' }).parseAsync(bytes);
console.log(`fit-file-parser: ${toDays(parsed.sessions.map((one) => new Date(one.start_time)))}`);
const { messages } = new Decoder(Stream.fromBuffer(bytes)).read();
console.log(`fitsdk: ${toDays(messages.sessionMesgs.map(({ startTime }) => startTime))}`);
READ
node read.mjs | tee seen.txt
cat > expected.txt << 'EXPECTED'
fit-file-parser: 2026-05-04
fitsdk: 2026-05-04, 2026-05-05
EXPECTED
cmp seen.txt expected.txt
