import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { discoverEndpoints } from '#lib/endpoints.ts';
import { bundlesFolder } from '#lib/paths.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { bundleProgram } from './child-process.ts';
import {
  type ColdSample,
  type ColdStart,
  prepareSamples,
  type TakeSample,
} from './cold-sample.ts';
import { buildAuthorizerEvent, buildBenchmarkEvent, buildRequest } from './events.ts';
import { markdownTable } from './report.ts';
import type { Bench, Section } from './service-under-bench.ts';
import { median } from './statistics.ts';

/** A function of the report, and its samples so far. */
interface Measured {
  start: ColdStart;
  samples: ColdSample[];
}

/** Starts each function in turn, so that a disturbance affects all of them. */
export async function startInTurn(
  starts: readonly ColdStart[],
  runs: number,
  takeSample: TakeSample,
): Promise<Measured[]> {
  const measured = starts.map((start): Measured => ({ start, samples: [] }));
  for (let run = 0; run < runs; run++) {
    for (const { start, samples } of measured) samples.push(await takeSample(start));
  }
  return measured;
}

/** Returns the start of a function with the bundle that is deployed. */
export function createStart(start: Omit<ColdStart, 'bundle'>): ColdStart {
  return { ...start, bundle: join(bundlesFolder, start.id, 'index.js') };
}

/** Lists the functions without a route. */
async function listOtherStarts(bench: Bench): Promise<ColdStart[]> {
  const authorization = await buildAuthorizerEvent(bench);
  const icon = { rawPath: '/icons/ride.svg', requestContext: {} };
  const unknownImage = { rawPath: `/images/${'0'.repeat(36)}`, requestContext: {} };
  return [
    createStart({ id: 'auth/authorizer', event: authorization, callsStore: true }),
    createStart({ id: 'cdn/icon', event: icon, callsStore: false }),
    createStart({ id: 'cdn/image-render', event: unknownImage, callsStore: true }),
    createStart({
      id: 'connections/revocation',
      event: buildDeletionEvent(bench.user.user_id),
      callsStore: false,
    }),
  ];
}

/** Builds the event of a deleted connection, whose provider supports no revocation. */
function buildDeletionEvent(user_id: string) {
  const image = {
    pk: { S: `USER#${user_id}` },
    id: { S: 'removed' },
    type: { S: 'hevy' },
  };
  const body = JSON.stringify({ eventName: 'REMOVE', dynamodb: { OldImage: image } });
  return { Records: [{ messageId: '1', body }] };
}

/** Returns whether an endpoint uses a store whose calls its log line counts. */
function isMetered({ stores = {} }: Endpoint): boolean {
  return Object.keys(stores).some((name) => name !== 'signingKeys');
}

async function listEndpointStarts(bench: Bench): Promise<ColdStart[]> {
  const starts: ColdStart[] = [];
  for (const entry of await discoverEndpoints()) {
    const { id, endpoint } = entry;
    const request = await buildRequest(entry, bench);
    const event = await buildBenchmarkEvent(endpoint, bench, request);
    starts.push(createStart({ id, event, callsStore: isMetered(endpoint) }));
  }
  return starts;
}

/** Bundles a program to compare with as users of its libraries do. */
const asUsersDo = { minify: true, mainFields: ['module', 'main'] };

/** Creates the programs to compare with. */
async function createComparisons({ user }: Bench): Promise<ColdStart[]> {
  const empty = join(bundlesFolder, '..', 'empty.cjs');
  await writeFile(empty, 'exports.handler = async () => ({ statusCode: 204 });\n');
  const event = { key: identityKeys.user(user.user_id) };
  const create = async (
    id: string,
    program: string,
    { callsStore }: Pick<ColdStart, 'callsStore'>,
  ): Promise<ColdStart> => {
    const bundle = await bundleProgram(program, asUsersDo);
    return { id, bundle, event, callsStore };
  };
  return [
    { id: '(an empty handler)', bundle: empty, event: {}, callsStore: false },
    await create('(middy and all of zod)', 'middy-and-zod', { callsStore: false }),
    await create('(one read, signed by hand)', 'signed-read', { callsStore: true }),
    await create('(one read with the SDK)', 'sdk-read', { callsStore: true }),
  ];
}

function getMedian(
  samples: readonly ColdSample[],
  name: 'load' | 'first' | 'cpu' | 'warm',
): number {
  return median(samples.map((sample) => sample[name]));
}

/** Returns a row: the size of the bundle in KB, and the medians of all samples. */
export async function formatSamples({ start, samples }: Measured) {
  const { size } = await stat(start.bundle);
  const load = Math.round(getMedian(samples, 'load'));
  const first = Math.round(getMedian(samples, 'first'));
  const cpu = Math.round(getMedian(samples, 'cpu'));
  const warm = getMedian(samples, 'warm');
  return [start.id, Math.round(size / 1024), load, first, cpu, warm] as const;
}

/** Measures bundle sizes and the milliseconds of cold starts. */
export const coldStarts: Section = async (bench) => {
  const starts = [
    ...(await createComparisons(bench)),
    ...(await listOtherStarts(bench)),
    ...(await listEndpointStarts(bench)),
  ];
  const takeSample = await prepareSamples(bench.environment);
  const measured = await startInTurn(starts, bench.runs, takeSample);
  const formatted = await Promise.all(measured.map(formatSamples));
  const rows = formatted.map((cells) => cells.slice(0, -1));
  const columns = ['KB', 'load ms', 'load + first request ms', 'CPU ms of the process'];
  return markdownTable(['function', ...columns], rows);
};
