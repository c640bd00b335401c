import { execFile } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { issueUserToken } from '#kit/fixtures.ts';
import { discoverEndpoints } from '#lib/endpoints.ts';
import { bundlesFolder } from '#lib/paths.ts';
import { bundleComparison } from './comparison.ts';
import { buildBenchmarkEvent } from './events.ts';
import { markdownTable } from './report.ts';
import { buildRequest } from './requests.ts';
import type { Bench, Section } from './service-under-bench.ts';
import { median } from './statistics.ts';

const run = promisify(execFile);

/** The times in milliseconds of one cold start, its status and its store calls. */
interface Sample {
  load: number;
  first: number;
  status: number;
  calls: number;
}

/** A function to start, with an event that it accepts. */
interface Start {
  id: string;
  bundle: string;
  event: unknown;
  /** Whether its first request calls a store. */
  callsStore: boolean;
}

async function takeSample(
  { bundle, event }: Start,
  environment: Record<string, string>,
): Promise<Sample> {
  const child = join(import.meta.dirname, 'cold-child.ts');
  const args = [child, bundle, JSON.stringify(event)];
  const { stdout } = await run(process.execPath, args, { env: environment });
  return JSON.parse(stdout);
}

/**
 * Throws an error if a sample did not do what is measured. A rejection such as 404 is fine if the
 * store was called, because the first process may have deleted the item.
 */
function checkSample({ id, callsStore }: Start, { status, calls }: Sample): void {
  const isExpected = status < 500 && callsStore === calls > 0;
  if (isExpected) return;
  throw new Error(`The response of ${id} is ${status} after ${calls} store calls.`);
}

/** Starts a function in new processes and returns its row of the table. */
async function measureStart(
  start: Start,
  { environment, runs }: Bench,
): Promise<(string | number)[]> {
  const samples: Sample[] = [];
  for (let i = 0; i < runs; i++) {
    const sample = await takeSample(start, environment);
    checkSample(start, sample);
    samples.push(sample);
  }
  const { size } = await stat(start.bundle);
  const load = median(samples.map((sample) => sample.load));
  const first = median(samples.map((sample) => sample.first));
  return [start.id, Math.round(size / 1024), Math.round(load), Math.round(first)];
}

function createStart(id: string, event: unknown, callsStore: boolean): Start {
  return { id, bundle: join(bundlesFolder, id, 'index.js'), event, callsStore };
}

/** Lists the functions without a route. */
async function listOtherStarts({ user, client }: Bench): Promise<Start[]> {
  const authorization = {
    type: 'TOKEN',
    methodArn: 'arn:aws:execute-api:eu-west-1:0:api/live/GET/',
    authorizationToken: `Bearer ${await issueUserToken(user, client)}`,
  };
  const icon = { rawPath: '/icons/ride.svg', requestContext: {} };
  const unknownImage = { rawPath: `/images/${'0'.repeat(36)}`, requestContext: {} };
  return [
    createStart('auth/authorizer', authorization, true),
    createStart('cdn/icon', icon, false),
    createStart('cdn/image-render', unknownImage, true),
    createStart(
      'main/remote-connection/revoke-at-provider',
      buildDeletionEvent(user.user_id),
      false,
    ),
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

async function listEndpointStarts(bench: Bench): Promise<Start[]> {
  const starts: Start[] = [];
  for (const entry of await discoverEndpoints()) {
    const { id, endpoint } = entry;
    const request = await buildRequest(entry, bench);
    const event = await buildBenchmarkEvent(endpoint, bench, request);
    starts.push(createStart(id, event, endpoint.stores !== undefined));
  }
  return starts;
}

/** Creates two functions to compare with: one that does nothing, and one with middy and zod. */
async function createComparisons(): Promise<Start[]> {
  const empty = join(bundlesFolder, '..', 'empty.cjs');
  await writeFile(empty, 'exports.handler = async () => ({ statusCode: 204 });\n');
  const middyAndZod = await bundleComparison();
  return [
    { id: '(an empty handler)', bundle: empty, event: {}, callsStore: false },
    { id: '(middy and all of zod)', bundle: middyAndZod, event: {}, callsStore: false },
  ];
}

/** Measures bundle sizes and the milliseconds of cold starts. */
export const coldStarts: Section = async (bench) => {
  const starts = [
    ...(await createComparisons()),
    ...(await listOtherStarts(bench)),
    ...(await listEndpointStarts(bench)),
  ];
  const rows: (string | number)[][] = [];
  for (const start of starts) rows.push(await measureStart(start, bench));
  return markdownTable(['function', 'KB', 'load ms', 'load + first request ms'], rows);
};
