import { beforeAll, expect, it } from 'vitest';
import { buildZip } from '#kit/archives/build-zip.ts';
import { buildHealthExport, buildHealthWorkout } from '#kit/archives/health-export.ts';
import { buildShortGpx, listAll, toSource } from '#kit/archives/sources.ts';
import fc from '#kit/property.ts';

let originals: readonly Buffer[];

beforeAll(async () => {
  const run = buildShortGpx('2026-01-12T08:00:00Z', 'running');
  const files = {
    'activities/1.gpx': run,
    'activities.csv': 'id,date,name,type,file\n1,"a","b ""c""",Run,activities/1.gpx\n',
    'stored.gpx': { content: run, compress: false },
    link: { content: 'stored.gpx', mode: 0o120777 },
  };
  const workout = buildHealthWorkout({
    workoutActivityType: 'HKWorkoutActivityTypeRunning',
    duration: '30',
    startDate: '2026-01-12 18:30:00 +0900',
    endDate: '2026-01-12 19:00:00 +0900',
  });
  const health = buildHealthExport([workout, workout]);
  const inner = await buildZip(files);
  originals = [
    inner,
    await buildZip({ 'inner.zip': inner, 'run.gpx': run }),
    await buildZip({ 'inner.zip': { content: inner, compress: false } }),
    await buildZip({ 'export.xml': health, 'workout-routes/1.gpx': run }),
    Buffer.from(health),
  ];
});

/** Numbers that often stand at the edges of what a format allows. */
const value = fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat(255));

const change = fc.record({
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constant('write' as const) },
    { weight: 1, arbitrary: fc.constantFrom('cut', 'repeat') },
  ),
  /** The place in thousandths of the file. */
  at: fc.noBias(fc.nat(1000)),
  value,
});

function mutate(
  bytes: Buffer,
  { kind, at, value: byte }: typeof change extends fc.Arbitrary<infer T> ? T : never,
): Buffer {
  const place = Math.floor((at * bytes.length) / 1000);
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
  if (kind === 'cut') return before;
  if (kind === 'repeat') return Buffer.concat([before, after.subarray(0, byte), after]);
  const changed = Buffer.from(bytes);
  if (place < changed.length) changed.writeUInt8(byte, place);
  return changed;
}

it('Any change of an archive is an outcome of its files, within a bound of reads', async () => {
  const changes = fc.array(change, { minLength: 1, maxLength: 3 });
  const property = fc.asyncProperty(fc.nat(4), changes, async (index, list) => {
    const bytes = list.reduce(mutate, originals[index] ?? Buffer.alloc(0));
    const { size, read } = toSource(bytes);
    let readBytes = 0;
    const source = {
      size,
      read: async (offset: number, length: number) => {
        const piece = await read(offset, length);
        readBytes += piece.length;
        return piece;
      },
    };
    const files = await listAll(source);
    expect(files.map(({ number }) => number)).toEqual([...files.keys()]);
    expect(readBytes).toBeLessThan(100_000 + 20 * size);
  });
  await fc.assert(property, { seed: 31, numRuns: 400 });
});
