// Plays the syncs of a day's outage in a process of its own, because the fixtures of a process use
// the table of one service.
import { createSyncSimulation } from '#kit/sync-simulation/simulation.ts';
import { buildService } from '#lib/build/build.ts';
import { startLocalService } from '#lib/local/service.ts';
import { backlogHours, backlogProviders, type SyncBacklog } from './sync-backlog.ts';

async function measure(): Promise<SyncBacklog> {
  await using disposables = new AsyncDisposableStack();
  const { template } = await buildService();
  const service = await startLocalService({
    template,
    data: 'memory',
    ports: { main: 0, auth: 0, diary: 0, cdn: 0, mcp: 0 },
    log: () => undefined,
  });
  disposables.defer(() => service.close());
  Object.assign(process.env, service.environment);
  const startCpu = process.cpuUsage();
  const simulation = await createSyncSimulation({
    start: new Date('2127-03-01T00:00:00Z'),
    functions: 1,
    stepMinutes: 2,
    providers: backlogProviders,
  });
  const waiting: SyncBacklog['waiting'] = [];
  for (const hour of backlogHours) {
    await simulation.playUntil(hour);
    const overdue = simulation.countWaiting(5);
    waiting.push({ hour, overdue, longestQueue: simulation.getLongestQueue() });
  }
  const { user, system } = process.cpuUsage(startCpu);
  return {
    waiting,
    providers: backlogProviders.map(({ type, connections, sync_minutes }) => {
      const figures = simulation.getFigures(type);
      return { type, connections, sync_minutes, ...figures };
    }),
    cpuSeconds: (user + system) / 1_000_000,
  };
}

process.send?.(await measure());
