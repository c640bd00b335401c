import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { discoverEndpoints } from '#lib/endpoints.ts';
import { bundlesFolder } from '#lib/paths.ts';
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

/** The functions of the report: what clients and people call first. */
const measuredEndpoints = [
  'account/overview/show',
  'auth/sign-in/show',
  'auth/token',
  'diary/entry/create',
  'diary/entry/list',
  'main/activity-type/list',
  'main/data-source/list',
  'mcp/message',
];

/** Returns the path of the bundle that is deployed. */
function getBundlePath(functionId: string): string {
  return join(bundlesFolder, functionId, 'index.js');
}

async function listStarts(bench: Bench): Promise<ColdStart[]> {
  const event = await buildAuthorizerEvent(bench);
  const authorizer = 'auth/authorizer';
  const bundle = getBundlePath(authorizer);
  const starts: ColdStart[] = [{ id: authorizer, bundle, event, callsStore: true }];
  const entries = await discoverEndpoints();
  for (const id of measuredEndpoints) {
    const entry = entries.find((one) => one.id === id);
    if (!entry) throw new Error(`There is no endpoint ${id}.`);
    const { endpoint, functionId } = entry;
    const request = await buildRequest(entry, bench);
    starts.push({
      id,
      bundle: getBundlePath(functionId),
      event: await buildBenchmarkEvent(endpoint, bench, request),
      callsStore: endpoint.stores !== undefined,
    });
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

/** Returns a row: the size of the bundle in KB, and the medians of all samples. */
async function formatSamples({ start, samples }: Measured) {
  const { size } = await stat(start.bundle);
  const getMedian = (name: 'load' | 'first' | 'cpu') =>
    Math.round(median(samples.map((sample) => sample[name])));
  const times = [getMedian('load'), getMedian('first'), getMedian('cpu')];
  return [start.id, Math.round(size / 1024), ...times];
}

/** Measures bundle sizes and the milliseconds of cold starts. */
export const coldStarts: Section = async (bench) => {
  const starts = [...(await createComparisons(bench)), ...(await listStarts(bench))];
  const takeSample = await prepareSamples(bench.environment);
  const measured = await startInTurn(starts, bench.runs, takeSample);
  const rows = await Promise.all(measured.map(formatSamples));
  const columns = ['KB', 'load ms', 'load + first request ms', 'CPU ms of the process'];
  return markdownTable(['function', ...columns], rows);
};
