// Synchronizes connections in a process of its own, because the fixtures of a process use the table
// of one service.
import { setTimeout } from 'node:timers/promises';
import { setClient } from '#functions/connections/client/provider-client.store.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { connectAtStandIn } from '#kit/provider-stand-ins/connect.ts';
import {
  type StandIn,
  type StandInWorkout,
  serveStandIns,
} from '#kit/provider-stand-ins/stand-in.ts';
import { createProviderStandIn, standInClient } from '#kit/provider-stand-ins/start.ts';
import type { LocalService } from '#lib/local/service.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import type { DueFigures, SyncFigures } from './due-connections.ts';
import { startBenchService } from './service-under-bench.ts';
import { median } from './statistics.ts';
import { createSyncLog, type SyncLog } from './sync-log.ts';
import { sendWebhooks, type WebhookFigures } from './webhook-load.ts';

const [connections = 0, workoutsPerConnection = 0] = process.argv.slice(2).map(Number);
const workoutsPerDay = 2;
const dayMs = 86_400_000;
const maxMinutes = 600;
const memoryIntervalMs = 500;

interface MeasuredProvider {
  type: string;
  /** The provider's name of running. */
  sport: string;
  /** The number of requests a minute that the provider accepts. */
  limit: number;
}

const providers: readonly MeasuredProvider[] = [
  { type: 'google_health', sport: 'RUNNING', limit: 120_000 },
  { type: 'whoop', sport: 'running', limit: 100 },
];

function createWorkouts(
  { sport }: MeasuredProvider,
  now: number,
): Map<string, StandInWorkout> {
  const workouts = Array.from({ length: workoutsPerConnection }, (_, index) => {
    const day = Math.floor(index / workoutsPerDay) + 1;
    // At 8:00 and at 16:00.
    const hours = 8 + (index % workoutsPerDay) * 8;
    const start = new Date(now - day * dayMs);
    start.setUTCHours(hours, 0, 0, 0);
    return {
      id: String(index + 1),
      start: start.toISOString(),
      offset: 0,
      duration: 3600,
      sport,
      energy: 500,
      distance: 10_000,
      changed: now,
    };
  });
  return new Map(workouts.map((workout) => [workout.id, workout]));
}

interface Installation {
  service: LocalService;
  log: SyncLog;
}

/** Starts a service whose providers are stand-ins, and stops its clock. */
async function startInstallation(
  standIns: readonly StandIn[],
  disposables: AsyncDisposableStack,
): Promise<Installation> {
  const log = createSyncLog();
  const service = await startBenchService(log.add, {
    PROVIDER_GATEWAY: await serveStandIns(standIns, disposables),
  });
  disposables.defer(() => service.close());
  service.clock.stop();
  return { service, log };
}

/** Connects a person to an account with a month of workouts. The first sync is due. */
async function connectAccount(
  standIn: StandIn,
  provider: MeasuredProvider,
  account: string,
  now: number,
): Promise<void> {
  standIn.workouts.set(account, createWorkouts(provider, now));
  const { user_id } = await newPerson();
  await connectAtStandIn(standIn, { user_id, type: provider.type, account, now });
}

/** Sets our OAuth client of a provider, and connects all people. */
async function connectAll(
  standIn: StandIn,
  provider: MeasuredProvider,
  now: number,
): Promise<void> {
  const stores = { table: table(), dataKeys: openDataKeys() };
  const client = { type: provider.type, ...standInClient, extra_scopes: [] };
  await setClient(stores, client, new Date(now));
  for (let account = 1; account <= connections; account += 1) {
    await connectAccount(standIn, provider, String(account), now);
  }
}

/** Returns the memory of this process, which runs all functions, in MB. */
function getMemory(): number {
  return process.memoryUsage.rss() / 1024 / 1024;
}

/** The memory at a moment in MB, and the share of the connections that are synchronized. */
interface MemorySample {
  synchronizedShare: number;
  memory: number;
}

/** Samples the memory until the signal aborts. `target` is the number of syncs at the end. */
async function measureMemory(
  { countSynchronized }: SyncLog,
  target: number,
  signal: AbortSignal,
): Promise<Pick<DueFigures, 'earlyMemory' | 'lateMemory' | 'peakMemory'>> {
  const samples: MemorySample[] = [];
  while (!signal.aborted) {
    const remaining = target - countSynchronized();
    const synchronizedShare = 1 - remaining / connections;
    samples.push({ synchronizedShare, memory: getMemory() });
    await setTimeout(memoryIntervalMs);
  }
  const getMedian = (from: number, to: number) => {
    const within = samples.filter(
      ({ synchronizedShare: share }) => share >= from && share <= to,
    );
    return median(within.map(({ memory }) => memory));
  };
  return {
    earlyMemory: getMedian(0.1, 0.3),
    lateMemory: getMedian(0.8, 1),
    peakMemory: Math.max(...samples.map(({ memory }) => memory)),
  };
}

/** Advances the clock minute by minute until every connection is synchronized. */
async function runUntilDone(
  { service, log }: Installation,
  { calls }: StandIn,
  target: number,
) {
  let maxCallsPerMinute = 0;
  for (let minutes = 1; minutes <= maxMinutes; minutes += 1) {
    const before = calls.length;
    await service.runSchedules();
    await service.drainQueues();
    maxCallsPerMinute = Math.max(maxCallsPerMinute, calls.length - before);
    if (log.countSynchronized() === target) return { minutes, maxCallsPerMinute };
    service.clock.advance(60);
  }
  throw new Error(`Some connections were not synchronized in ${maxMinutes} minutes.`);
}

async function measureProvider(
  installation: Installation,
  standIn: StandIn,
  provider: MeasuredProvider,
): Promise<DueFigures> {
  await connectAll(standIn, provider, installation.service.clock.now());
  const { log } = installation;
  const before = log.getTotals();
  const target = log.countSynchronized() + connections;
  const controller = new AbortController();
  const measured = measureMemory(log, target, controller.signal);
  const startCpu = process.cpuUsage();
  const startedAt = performance.now();
  const { minutes, maxCallsPerMinute } = await runUntilDone(
    installation,
    standIn,
    target,
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(startCpu);
  controller.abort();

  const totals = log.getTotals();
  const created = totals.created - before.created;
  return {
    provider: provider.type,
    created,
    perSecond: created / seconds,
    cpuMs: (user + system) / 1000 / created,
    storeCalls: (totals.store_calls - before.store_calls) / created,
    minutes,
    maxCallsPerMinute,
    limit: provider.limit,
    ...(await measured),
  };
}

/** Measures webhooks on the next day, when all connections are due again. */
async function measureWebhooks({ service, log }: Installation): Promise<WebhookFigures> {
  service.clock.advance(dayMs / 1000);
  const before = log.countSyncs();
  await service.runSchedules();
  const synchronized = service.drainQueues();
  const figures = await sendWebhooks(service);
  const synchronizedMeanwhile = log.countSyncs() - before;
  await synchronized;
  const dueConnections = connections * providers.length;
  return { ...figures, dueConnections, synchronized: synchronizedMeanwhile };
}

async function measureAll(): Promise<SyncFigures> {
  await using disposables = new AsyncDisposableStack();
  // The stand-ins start before the service whose clock they use.
  let now = Date.now;
  const standIns = providers.map(({ type }) => createProviderStandIn(type, () => now()));
  const installation = await startInstallation(standIns, disposables);
  now = installation.service.clock.now;

  const figures: DueFigures[] = [];
  for (const [index, provider] of providers.entries()) {
    const standIn = standIns[index];
    if (standIn) figures.push(await measureProvider(installation, standIn, provider));
  }
  return { due: figures, webhooks: await measureWebhooks(installation) };
}

process.send?.(await measureAll());
