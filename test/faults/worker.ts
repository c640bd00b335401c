import { parentPort, workerData } from 'node:worker_threads';
import { followChanges } from './changes.ts';
import { runOutOfDisk } from './disk-full.ts';
import { killEngine } from './engine-killed.ts';
import { playHistories } from './imports.ts';
import { runKillRounds } from './kill-rounds.ts';
import type { FaultTestName, FaultWork } from './result.ts';
import { startTwice } from './two-starts.ts';

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
