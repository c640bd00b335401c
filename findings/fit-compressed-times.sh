#!/usr/bin/env bash
# @garmin/fitsdk reads no file whose records have the last five bits of their time in their headers.
#
# Versions: @garmin/fitsdk 21.217.0, fit-file-parser 6.1.2. Seen on 2026-11-29.
# Input: a valid file of 100 records with such headers ("compressed timestamp header" of the
# protocol) and one session.
# Seen: Garmin's own SDK says that its checksum is right, reads the first record, and then no
# message more, so the session is lost. fit-file-parser reads 100 records and the session.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent @garmin/fitsdk@21.217.0 fit-file-parser@6.1.2
cat > file.txt << 'FILE'
DiCyUtgAAAAuRklU08FAAAAAAAUAAQABAoQCAoQDBIwEBIYABAEAgwryKGvrELQGREEAABQAAf0EhgHg6VpEQQAAFAAAoaKjpKWm
p6ipqqusra6vsLGys7S1tre4ubq7vL2+v6ChoqOkpaanqKmqq6ytrq+wsbKztLW2t7i5uru8vb6/oKGio6SlpqeoqaqrrK2ur7Cx
srO0tba3uLm6u7y9vr+goaKjQAAAEgAGAgSG/QSGCASGBwSGBQEABgEAAODpWkTo8FpEQHcbAEB3GwABAEAAACIAAv0EhgEChADo
8FpEAQBBbw==
FILE
cat > read.mjs << 'READ'
import { readFileSync } from 'node:fs';
import { Decoder, Stream } from '@garmin/fitsdk';
import FitParser from 'fit-file-parser';

const bytes = Buffer.from(readFileSync('file.txt', 'latin1').replaceAll('\n', ''), 'base64');
const isWhole = new Decoder(Stream.fromBuffer(bytes)).checkIntegrity();
const { messages, errors } = new Decoder(Stream.fromBuffer(bytes)).read();
const { recordMesgs = [], sessionMesgs = [] } = messages;
console.log(`fitsdk: whole ${isWhole}, ${recordMesgs.length} records, ${sessionMesgs.length} sessions`);
console.log(`fitsdk: ${errors[0]?.message}`);
const parsed = await new (FitParser.default ?? FitParser)({ mode: 'list' }).parseAsync(bytes);
console.log(`fit-file-parser: ${parsed.records.length} records, ${parsed.sessions.length} sessions`);
READ
node read.mjs | tee seen.txt
cat > expected.txt << 'EXPECTED'
fitsdk: whole true, 1 records, 0 sessions
fitsdk: FIT Runtime Error at byte 69 compressed timestamp messages are not currently supported
fit-file-parser: 100 records, 1 sessions
EXPECTED
cmp seen.txt expected.txt
