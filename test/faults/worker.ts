import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openLocalTable } from '#lib/admin/target.ts';
import { playChanges } from '#test/property/changes/play-changes.ts';
import { runOutOfDisk } from './disk-full.ts';
import { playHistories } from './imports.ts';
import { runKillRounds } from './kill-rounds.ts';
import { sendLoad } from './load.ts';
import type { FaultResult, FaultTestName, FaultWork } from './result.ts';
import { spawnService, startServiceProcess } from './service-process.ts';
import { createUsers, verifyUsers } from './users.ts';

/** Follows ten parallel writes for each round. */
async function followChanges(folder: string, rounds: number): Promise<FaultResult> {
  const service = await startServiceProcess(folder);
  openLocalTable(service.environment);
  const writes = rounds * 10;
  const { problems, events, kills } = await playChanges(rounds, writes);
  await service.stop();
  return {
    title: 'Changes that are followed',
    figures: `${writes} writes, ${events} events, ${kills} kills of the reader of the stream`,
    problems,
  };
}

/** Starts the service twice with the same data. The second one must end with one sentence. */
async function startTwice(folder: string): Promise<FaultResult> {
  const first = await startServiceProcess(folder);
  const second = spawnService(folder);
  const [stdout, stderr] = await Promise.all([
    second.stdout ? text(second.stdout) : '',
    second.stderr ? text(second.stderr) : '',
    once(second, 'close'),
  ]);
  await first.stop();

  const message = /^Error: Another runner \(process \d+\) is using .*\.\n$/;
  const isRefused = second.exitCode === 1 && stdout === '' && message.test(stderr);
  const problem = `exit code ${second.exitCode}: ${stdout}${stderr}`;
  return {
    title: 'Two starts with the same data',
    figures: stderr.trim(),
    problems: isRefused ? [] : [problem],
  };
}

const loadMs = 500;
const userCount = 6;

const isUnavailable = (response: string) => response.includes(': 503 ');

/** Kills the engine under load. Requests may get 503 until the runner has restarted it. */
async function killEngine(folder: string): Promise<FaultResult> {
  const problems: string[] = [];
  const service = await startServiceProcess(folder);
  const users = await createUsers(service, userCount);
  const controller = new AbortController();
  const load = sendLoad(service.urls, users, controller.signal);

  await setTimeout(loadMs);
  service.killEngine();
  while (!service.lines.includes('DynamoDB was restarted.')) await setTimeout(20);
  await setTimeout(loadMs);
  controller.abort();
  await load;

  let refused = 0;
  for (const { records } of users) {
    const { unexpected } = records;
    refused += unexpected.filter(isUnavailable).length;
    records.unexpected = unexpected.filter((response) => !isUnavailable(response));
  }
  problems.push(...(await verifyUsers(service, users)));
  await service.stop();

  const crash = 'DynamoDB has crashed: it ended with SIGKILL.';
  if (!service.lines.some((line) => line.startsWith(crash)))
    problems.push(`"${crash}" is missing in the log`);
  return { title: 'Engine killed', figures: `${refused} responses were 503`, problems };
}

const { name, folder, rounds } = workerData as FaultWork;

const tests = {
  'two-starts': startTwice,
  'engine-killed': killEngine,
  'disk-full': runOutOfDisk,
  'kill-rounds': (data: string) => runKillRounds(data, rounds),
  imports: (data: string) => playHistories(data, rounds),
  changes: (data: string) => followChanges(data, rounds),
} as const satisfies Record<FaultTestName, unknown>;

parentPort?.postMessage(await tests[name](folder));
