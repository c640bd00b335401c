import { execFileSync } from 'node:child_process';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { Agent, type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { addDays } from '#functions/diary/entry/dates.ts';
import type { Demonstration } from '#lib/admin/demonstration.ts';
import { root } from '#lib/paths.ts';
import { maxQuota } from '#shared/quota/quotas.ts';
import { type ServiceProcess, startServiceProcess } from '../faults/service-process.ts';
import { markdownTable } from './report.ts';
import type { Section } from './service-under-bench.ts';
import { measureTime, median, percentile } from './statistics.ts';

const connections = 200;
/** This load lasts 40 times as long as others: two minutes instead of three seconds. */
const durationFactor = 40;
const idleMs = 60_000;
const memoryIntervalMs = 1000;

type SendRequest = () => Promise<number>;

const agent = new Agent({ keepAlive: true, maxSockets: connections });

/** Sends a request and returns the status. `fetch` would take more CPU time than the service. */
function sendRequest(
  url: string,
  options: RequestOptions,
  body?: string,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request(url, { agent, ...options }, (response) => {
    response.resume();
    response.on('end', () => resolve(response.statusCode ?? 0));
  });
  sent.on('error', (error: NodeJS.ErrnoException) => {
    // A server may close an idle connection at any time, so the request is sent again.
    const wasIdle = sent.reusedSocket && error.code === 'ECONNRESET';
    if (wasIdle) resolve(sendRequest(url, options, body));
    else reject(error);
  });
  sent.end(body);
  return promise;
}

/** Returns a function that builds diary items, each for a new day, so no day reaches its limit. */
function createItemBuilder(): () => object {
  let date = '2000-01-01';

  return () => {
    date = addDays(date, 1);
    return {
      type: 'exercise',
      date,
      exercise: { id: '1' },
      duration: 60,
      energy: { unit: 'calories', value: 10 },
    };
  };
}

/** Builds requests to all APIs of the service. Frequent requests appear several times. */
function buildRequests(
  { urls: { main, diary, auth } }: ServiceProcess,
  { access_token, client_id, user_id, redirect_uri }: Demonstration,
): SendRequest[] {
  const headers = {
    Authorization: `Bearer ${access_token}`,
    'svc-client-id': client_id,
    'svc-user-id': user_id,
  };
  const get = (url: string) => () => sendRequest(url, { headers });
  const buildItem = createItemBuilder();
  const post = () =>
    sendRequest(
      `${diary}/v2/diary`,
      { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } },
      JSON.stringify({ items: [buildItem()] }),
    );
  const query = new URLSearchParams({ client_id, redirect_uri, response_type: 'code' });

  const listSources = get(`${main}/v7.1/data_source/`);
  const readDay = get(`${diary}/v2/diary?date=2026-01-02`);
  return [
    ...[listSources, listSources, listSources, readDay, readDay, post],
    get(`${main}/v7.1/activity_type/`),
    get(`${main}/v7.1/user/self/`),
    get(`${main}/v7.1/remoteconnection/`),
    get(`${main}/v7.1/data_source_priority/`),
    get(`${main}/v7.1/docs/`),
    get(`${auth}/v7.1/oauth2/authorize/?${query}`),
  ];
}

/** Returns the resident memory of all processes of a service, in MB. */
function measureMemory({ listProcesses }: ServiceProcess): number {
  const ids = listProcesses().join(',');
  const output = execFileSync('ps', ['-o', 'rss=', '-p', ids], { encoding: 'utf8' });
  const kilobytes = output.trim().split(/\s+/).map(Number);
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1024;
}

/** Measures the memory until the signal aborts. Returns the highest value in MB. */
export async function measurePeak(
  service: ServiceProcess,
  signal: AbortSignal,
): Promise<number> {
  let peak = 0;
  while (!signal.aborted) {
    peak = Math.max(peak, measureMemory(service));
    await setTimeout(memoryIntervalMs);
  }
  return peak;
}

/** Sends requests on all connections for some seconds. Returns the durations in milliseconds. */
async function sendLoad(
  requests: readonly SendRequest[],
  seconds: number,
): Promise<number[]> {
  const durations: number[] = [];
  const end = performance.now() + seconds * 1000;
  let sent = 0;
  const sendUntilEnd = async () => {
    while (performance.now() < end) {
      const send = requests[sent++ % requests.length];
      durations.push(await measureTime(async () => requireSuccess(await send?.())));
    }
  };
  await Promise.all(Array.from({ length: connections }, sendUntilEnd));
  return durations;
}

function requireSuccess(status = 0): void {
  if (status < 200 || status > 399) throw new Error(`A response is ${status}.`);
}

/** Lets a person send as many requests with the application as the service can serve. */
function raiseLimits(folder: string, { client_id }: Demonstration): void {
  const limits = ['--person-15min', '--person-day'].flatMap((option) => [
    option,
    String(maxQuota),
  ]);
  const command = ['application', 'limit', client_id, ...limits];
  execFileSync(process.execPath, ['bin/admin.ts', '--data', folder, ...command], {
    cwd: root,
    stdio: 'pipe',
  });
}

/** Measures latency and memory of `npm start` under many connections, and its memory later. */
export const manyConnections: Section = async ({ seconds }) => {
  await using parent = await mkdtempDisposable(join(tmpdir(), 'bench-'));
  const folder = join(parent.path, 'data');
  const service = await startServiceProcess(folder);
  await using disposables = new AsyncDisposableStack();
  disposables.defer(() => service.stop());
  const text = await readFile(join(folder, 'demonstration.json'), 'utf8');
  const demonstration: Demonstration = JSON.parse(text);
  raiseLimits(folder, demonstration);
  const requests = buildRequests(service, demonstration);

  const controller = new AbortController();
  const measured = measurePeak(service, controller.signal);
  const duration = seconds * durationFactor;
  const durations = await sendLoad(requests, duration);
  controller.abort();
  const peak = await measured;
  agent.destroy();
  await setTimeout(idleMs);
  const memoryAfter = measureMemory(service);

  const [middle, high] = [median(durations), percentile(durations, 0.95)];
  return markdownTable(
    [
      'connections',
      'seconds',
      'requests a second',
      'median ms',
      '95 % ms',
      '95 % / median',
      'peak MB',
      'MB a minute later',
    ],
    [
      [
        connections,
        duration,
        Math.round(durations.length / duration),
        middle,
        high,
        high / middle,
        Math.round(peak),
        Math.round(memoryAfter),
      ],
    ],
  );
};
