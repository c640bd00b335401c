import { randomBytes } from 'node:crypto';
import {
  createSyncSimulation,
  type ProviderFigures,
  type SimulatedProvider,
} from '#kit/sync-simulation/simulation.ts';
import type { DataKeyProvider } from '#shared/encryption/envelope.ts';
import { createMemoryTable } from './memory-table.ts';
import { formatRecords } from './report.ts';
import type { Section } from './service-under-bench.ts';

/** 20,000 connections. WHOOP does not respond for a day, and Strava has too low a limit. */
const providers: readonly SimulatedProvider[] = [
  { type: 'google_health', connections: 8000, sync_minutes: 1440 },
  { type: 'withings', connections: 4000, sync_minutes: 240 },
  { type: 'whoop', connections: 5000, sync_minutes: 240, outage: { from: 24, to: 48 } },
  { type: 'strava', connections: 3000, sync_minutes: 1440 },
];

/** The hours after which the backlog is counted: up to a day before and after the outage. */
const hours = [24, 25, 30, 36, 48, 49, 51, 54, 72];

const providerColumns: Readonly<
  Record<keyof ProviderFigures | 'type' | 'connections' | 'sync_minutes', string>
> = {
  type: 'provider',
  connections: 'connections',
  sync_minutes: 'minutes between syncs',
  synchronized: 'syncs',
  failed: 'failed',
  repeated: 'requested twice',
  calls: 'calls',
  longestWait: 'longest wait',
  longestPause: 'longest pause',
};

const waitingColumns = {
  hour: 'hour',
  overdue: 'syncs due for over 5 minutes',
  longestQueue: 'longest queue so far',
};

const explanation = `20,000 connections and one function of the queue, which is a million and 50. WHOOP does not
respond in the hours 24 to 48, and Strava allows 2,000 requests a day. The clock is the simulation's
own, and so is the table, in memory: the code of the service starts and runs the syncs, a sync takes
0.6 s, and a call without a response 10 s. The wait is the time in minutes from the moment at which a
sync is due to its beginning, the pause the time without a successful sync. They are those of the
connection with the longest one.`;

/** Data keys that no key encrypts. */
const plainKeys: DataKeyProvider = {
  generate: async () => {
    const plaintext = randomBytes(32);
    // The key is overwritten after its use.
    return { plaintext, wrapped: Buffer.from(plaintext) };
  },
  unwrap: async (wrapped) => Buffer.from(wrapped),
};

/** Plays the outage of a provider for a day. */
export const syncBacklog: Section = async () => {
  const simulation = await createSyncSimulation({
    start: new Date('2127-03-01T00:00:00Z'),
    functions: 1,
    stepMinutes: 1,
    providers,
    table: createMemoryTable(),
    dataKeys: plainKeys,
  });
  const waiting: Record<keyof typeof waitingColumns, number>[] = [];
  for (const hour of hours) {
    await simulation.playUntil(hour);
    const overdue = simulation.countWaiting(5);
    waiting.push({ hour, overdue, longestQueue: simulation.getLongestQueue() });
  }
  const rows = providers.map(({ outage: _, ...provider }) => ({
    ...provider,
    ...simulation.getFigures(provider.type),
  }));
  return [
    formatRecords(providerColumns, rows),
    formatRecords(waitingColumns, waiting),
    explanation,
  ].join('\n\n');
};
