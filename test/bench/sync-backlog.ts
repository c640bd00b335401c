import { fork } from 'node:child_process';
import { join } from 'node:path';
import type {
  ProviderFigures,
  SimulatedProvider,
} from '#kit/sync-simulation/simulation.ts';
import { receiveMessage } from './receive-message.ts';
import { formatRecords } from './report.ts';
import type { Section } from './service-under-bench.ts';

/** 20,000 connections. WHOOP does not respond for a day, and Strava has too low a limit. */
export const backlogProviders: readonly SimulatedProvider[] = [
  { type: 'google_health', connections: 12_000, sync_minutes: 1440 },
  { type: 'withings', connections: 2000, sync_minutes: 720 },
  { type: 'whoop', connections: 3000, sync_minutes: 1440, outage: { from: 1, to: 25 } },
  { type: 'strava', connections: 3000, sync_minutes: 1440 },
];

/** The hours after which the backlog is counted. */
export const backlogHours = [1, 7, 13, 25, 26, 28, 32] as const;

export interface SyncBacklog {
  waiting: { hour: number; overdue: number; longestQueue: number }[];
  providers: (ProviderFigures & Omit<SimulatedProvider, 'outage'>)[];
  cpuSeconds: number;
}

const providerColumns = {
  type: 'provider',
  connections: 'connections',
  sync_minutes: 'minutes between syncs',
  synchronized: 'syncs',
  failed: 'failed',
  repeated: 'requested twice',
  calls: 'calls',
  longestWait: 'longest wait, minutes',
  longestPause: 'longest pause, minutes',
};

const waitingColumns = {
  hour: 'hour',
  overdue: 'syncs due for over 5 minutes',
  longestQueue: 'longest queue so far',
};

const explanation = `20,000 connections and one function of the queue, which is a million and 50. WHOOP does not
respond in the hours 1 to 25, and Strava allows fewer requests a day than it has connections. The
clock is the simulation's own: the code of the service starts and runs the syncs on the local
engine, a sync takes 0.6 s, and a call without a response 10 s. The wait is the time from the moment
at which a sync is due to its beginning, the pause the time without a successful sync.`;

/** Plays the outage of a provider for a day. */
export const syncBacklog: Section = async () => {
  const program = join(import.meta.dirname, 'backlog-child.ts');
  const child = fork(program);
  const { providers, waiting, cpuSeconds } = await receiveMessage<SyncBacklog>(child);
  child.disconnect();
  const syncs = providers.reduce((sum, each) => sum + each.synchronized + each.failed, 0);
  const cpu = `${((cpuSeconds * 1000) / syncs).toFixed(1)} ms of CPU for a sync, engine not counted.`;
  return [
    formatRecords(providerColumns, providers),
    formatRecords(waitingColumns, waiting),
    `${explanation} ${cpu}`,
  ].join('\n\n');
};
