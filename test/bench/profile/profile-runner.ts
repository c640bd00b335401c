import { globSync, readFileSync } from 'node:fs';
import { issueUserToken, type TestUser } from '#kit/fixtures.ts';
import type { EndpointEntry } from '#lib/definitions.ts';
import {
  buildLoadRequest,
  type LoadRequest,
  type LoadSender,
  startLoadSender,
} from '../load/load.ts';
import type { Bench } from '../service-under-bench.ts';
import { type CpuProfile, formatMeasured, formatTime } from './cpu-profile.ts';
import type { NameFrame } from './name-frame.ts';
import { buildProfiledRequests } from './profiled-events.ts';
import { profileThreads } from './thread-profiles.ts';

async function buildLoadRequests(
  entry: EndpointEntry,
  bench: Bench,
): Promise<LoadRequest[]> {
  const requests = await buildProfiledRequests(entry, bench);
  const tokens = new Map<TestUser, Promise<string>>();
  const getToken = (user: TestUser) => {
    const token = tokens.get(user) ?? issueUserToken(user, bench.client);
    tokens.set(user, token);
    return token;
  };
  const built = requests.map(async (request) =>
    buildLoadRequest(entry.endpoint, bench, await getToken(request.user), request),
  );
  return Promise.all(built);
}

/** The CPU time for one request of a load, in ms. */
interface RunnerCpu {
  gateway: number;
  workers: number;
  /** Undefined if the system does not report it. */
  engine: number | undefined;
}

/** Measures the CPU time of this process and of the engine while this process serves a load. */
async function measureCpu(
  requests: number,
  { pid }: LoadSender,
  serve: () => Promise<unknown>,
): Promise<RunnerCpu> {
  const engineBefore = readEngineCpu([pid]);
  const processBefore = process.cpuUsage();
  const threadBefore = process.threadCpuUsage();
  await serve();
  const thread = process.threadCpuUsage(threadBefore);
  const all = process.cpuUsage(processBefore);
  const engineAfter = readEngineCpu([pid]);

  const toMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000 / requests;
  const hasEngine = engineBefore !== undefined && engineAfter !== undefined;
  return {
    gateway: toMs(thread),
    workers: toMs(all) - toMs(thread),
    engine: hasEngine ? (engineAfter - engineBefore) / requests : undefined,
  };
}

/** Returns the profile with the most call sites: that of the thread that ran the function. */
function findBusiest(profiles: readonly CpuProfile[]): CpuProfile | undefined {
  const countNodes = ({ nodes }: CpuProfile) => nodes.length;
  return profiles.toSorted((one, other) => countNodes(other) - countNodes(one))[0];
}

/** Profiles the local runner while it serves requests to an endpoint. */
export async function profileRunner(
  entry: EndpointEntry,
  count: number,
  bench: Bench,
  nameFrame: NameFrame,
): Promise<string[]> {
  const requests = await buildLoadRequests(entry, bench);
  using sender = startLoadSender();
  const sendLoad = () => sender.send({ requests, count });

  await sendLoad();
  const cpu = await measureCpu(count, sender, sendLoad);
  const profiles = await profileThreads();
  await sendLoad();
  const { main, workers } = await profiles.stop();
  return formatRunner(cpu, main, findBusiest(workers), nameFrame);
}

function formatRunner(
  { gateway, workers, engine }: RunnerCpu,
  main: CpuProfile,
  worker: CpuProfile | undefined,
  nameFrame: NameFrame,
): string[] {
  const title = 'Gateway, for a request through the local runner';
  const parts = [formatMeasured({ title, cpu: gateway, profile: main }, nameFrame)];
  if (worker) {
    const title = 'Worker threads, with the function and garbage collection';
    parts.push(formatMeasured({ title, cpu: workers, profile: worker }, nameFrame));
  }
  if (engine !== undefined) parts.push(`DynamoDB engine: ${formatTime(engine)} of CPU`);
  return parts;
}

/** Linux counts CPU time in ticks of this many milliseconds. */
const msPerTick = 10;

/** A process in /proc. `cpu` is in milliseconds. */
interface ProcessStat {
  id: number;
  parent: number;
  cpu: number;
}

/** Parses `/proc/<pid>/stat` (proc_pid_stat(5)). The name in parentheses may contain spaces. */
function parseStat(text: string): ProcessStat {
  const id = Number.parseInt(text, 10);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [, parent] = fields.map(Number);
  // `fields` begins with field 3 of the manual page. Fields 14 and 15 are `utime` and `stime`.
  const [userTicks = 0, systemTicks = 0] = fields.slice(11, 13).map(Number);
  return { id, parent: parent ?? 0, cpu: (userTicks + systemTicks) * msPerTick };
}

function readStat(file: string): ProcessStat[] {
  try {
    return [parseStat(readFileSync(file, 'utf8'))];
  } catch {
    // The process has ended.
    return [];
  }
}

/**
 * Returns the CPU time of the storage engines in ms: of all child processes except those with
 * `otherIds`, e.g. the sender of the load. Returns undefined on systems without /proc.
 */
function readEngineCpu(otherIds: readonly (number | undefined)[]): number | undefined {
  const stats = globSync('/proc/[0-9]*/stat').flatMap(readStat);
  if (stats.length === 0) return undefined;
  const engines = stats.filter(
    ({ id, parent }) => parent === process.pid && !otherIds.includes(id),
  );
  return engines.reduce((sum, { cpu }) => sum + cpu, 0);
}
