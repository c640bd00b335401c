import { execFile } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { issueUserToken } from '#kit/fixtures.ts';
import { discoverEndpoints } from '#lib/endpoints.ts';
import { bundlesFolder } from '#lib/paths.ts';
import { bundleComparison } from './comparison.ts';
import { eventFor } from './events.ts';
import { markdownTable } from './report.ts';
import { requestFor } from './request-for.ts';
import type { Bench, Section } from './service-under-bench.ts';

const run = promisify(execFile);

interface Sample {
  load: number;
  first: number;
  status: number;
  calls: number;
}

/** A function to start: its bundle, and an event that it answers well. */
interface Start {
  id: string;
  bundle: string;
  event: unknown;
  /** Whether its first request calls a store. */
  hasStores: boolean;
}

const median = (values: number[]) =>
  values.sort((one, other) => one - other)[values.length >> 1] ?? 0;

async function takeSample(
  { bundle, event }: Start,
  environment: Record<string, string>,
): Promise<Sample> {
  const child = [
    join(import.meta.dirname, 'cold-child.ts'),
    bundle,
    JSON.stringify(event),
  ];
  const { stdout } = await run(process.execPath, child, { env: environment });
  return JSON.parse(stdout);
}

/** Starts a function in new processes. Throws if it does not do what is measured. */
async function measure(
  start: Start,
  { environment, runs }: Bench,
): Promise<(string | number)[]> {
  const { id, bundle, hasStores } = start;
  const samples: Sample[] = [];
  for (let i = 0; i < runs; i++) samples.push(await takeSample(start, environment));
  // The first process deletes the item, so later ones get a 404. That costs the same store call.
  const wrong = samples.find(
    ({ status, calls }) => status >= 500 || hasStores !== calls > 0,
  );
  if (wrong)
    throw new Error(`${id} answered ${wrong.status} after ${wrong.calls} store calls.`);
  const { size } = await stat(bundle);
  const load = Math.round(median(samples.map(({ load }) => load)));
  const first = Math.round(median(samples.map(({ first }) => first)));
  return [id, Math.round(size / 1024), load, first];
}

const getBundlePath = (id: string) => join(bundlesFolder, id, 'index.js');

/** The functions that answer no route of an API. */
async function furtherStarts({ user, application }: Bench): Promise<Start[]> {
  const authorization = {
    type: 'TOKEN',
    methodArn: 'arn:aws:execute-api:eu-west-1:0:api/live/GET/',
    authorizationToken: `Bearer ${await issueUserToken(user, application)}`,
  };
  const icon = { rawPath: '/icons/ride.svg', requestContext: {} };
  const image = {
    pk: { S: `USER#${user.user_id}` },
    id: { S: 'removed' },
    type: { S: 'hevy' },
  };
  const removal = JSON.stringify({ eventName: 'REMOVE', dynamodb: { OldImage: image } });
  // Of a provider without a call of its own, so that nobody is called.
  const message = { Records: [{ messageId: '1', body: removal }] };
  const tellProvider = 'main/remote-connection/revoke-at-provider';
  const unknownImage = { rawPath: `/images/${'0'.repeat(36)}`, requestContext: {} };
  return [
    {
      id: 'auth/authorizer',
      bundle: getBundlePath('auth/authorizer'),
      event: authorization,
      hasStores: true,
    },
    { id: 'cdn/icon', bundle: getBundlePath('cdn/icon'), event: icon, hasStores: false },
    {
      id: 'cdn/image-render',
      bundle: getBundlePath('cdn/image-render'),
      event: unknownImage,
      hasStores: true,
    },
    {
      id: tellProvider,
      bundle: getBundlePath(tellProvider),
      event: message,
      hasStores: false,
    },
  ];
}

async function listEndpointStarts(bench: Bench): Promise<Start[]> {
  const starts: Start[] = [];
  for (const entry of await discoverEndpoints()) {
    const event = await eventFor(entry.endpoint, bench, await requestFor(entry, bench));
    starts.push({
      id: entry.id,
      bundle: getBundlePath(entry.id),
      event,
      hasStores: !!entry.endpoint.stores,
    });
  }
  return starts;
}

/** Bundle sizes, and milliseconds from the start of the code, compared with empty handlers. */
export const coldStarts: Section = async (bench) => {
  const empty = join(bundlesFolder, '..', 'empty.cjs');
  await writeFile(empty, 'exports.handler = async () => ({ statusCode: 204 });\n');
  const starts: Start[] = [
    { id: '(an empty handler)', bundle: empty, event: {}, hasStores: false },
    {
      id: '(middy and the whole of zod)',
      bundle: await bundleComparison(),
      event: {},
      hasStores: false,
    },
    ...(await furtherStarts(bench)),
    ...(await listEndpointStarts(bench)),
  ];
  const rows: (string | number)[][] = [];
  for (const start of starts) rows.push(await measure(start, bench));
  return markdownTable(['function', 'KB', 'load ms', 'load + first request ms'], rows);
};
