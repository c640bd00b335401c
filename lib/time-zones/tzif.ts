/** The offset from UTC between two changes of a time zone, and whether it is a summer time. */
export interface ZonePeriod {
  /** Seconds since 1970. The first period begins at minus infinity. */
  start: number;
  /** Seconds east of UTC. */
  offset: number;
  isSummer: boolean;
}

/** The rules of a time zone: its periods, and the rule of POSIX for the time after them. */
export interface ZoneRules {
  periods: ZonePeriod[];
  rule: string;
}

/** Parses the content of a file of compiled time zone rules (TZif, RFC 9636). */
export function parseTzif(content: Buffer): ZoneRules {
  if (content.toString('latin1', 0, 4) !== 'TZif') throw new Error('It is no TZif file.');
  // The first block has times of 32 bits, and is there for older readers.
  const start = headerBytes + countDataBytes(readCounts(content, 0), 4);
  const counts = readCounts(content, start);
  const times = start + headerBytes;
  const indexes = times + 8 * counts.times;
  const types = indexes + counts.times;

  const readPeriod = (start: number, type: number): ZonePeriod => ({
    start,
    offset: content.readInt32BE(types + 6 * type),
    isSummer: content.readUInt8(types + 6 * type + 4) === 1,
  });
  const changes = Array.from({ length: counts.times }, (_, index) =>
    readPeriod(
      Number(content.readBigInt64BE(times + 8 * index)),
      content.readUInt8(indexes + index),
    ),
  );
  const footer = times + countDataBytes(counts, 8);
  return {
    periods: [readPeriod(Number.NEGATIVE_INFINITY, 0), ...changes],
    rule: content.toString('latin1', footer + 1, content.length - 1),
  };
}

const headerBytes = 44;

/** The numbers of the things that a block has, in the order of its header. */
function readCounts(content: Buffer, header: number) {
  const read = (index: number) => content.readUInt32BE(header + 20 + 4 * index);
  return {
    utcMarks: read(0),
    standardMarks: read(1),
    leapSeconds: read(2),
    times: read(3),
    types: read(4),
    characters: read(5),
  };
}

function countDataBytes(counts: ReturnType<typeof readCounts>, timeBytes: number) {
  const { times, types, characters, leapSeconds, standardMarks, utcMarks } = counts;
  return (
    times * (timeBytes + 1) +
    types * 6 +
    characters +
    leapSeconds * (timeBytes + 4) +
    standardMarks +
    utcMarks
  );
}
