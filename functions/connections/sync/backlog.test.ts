import { expect, it } from 'vitest';
import { createSyncSimulation } from '#kit/sync-simulation/simulation.ts';

it('syncs of a provider that does not respond hold up no others and leave no backlog', async () => {
  const simulation = await createSyncSimulation({
    start: new Date('2127-03-01T00:00:00Z'),
    functions: 1,
    stepMinutes: 10,
    providers: [
      { type: 'google_health', connections: 10, sync_minutes: 30 },
      { type: 'whoop', connections: 24, sync_minutes: 30, outage: { from: 0, to: 0.5 } },
    ],
  });
  await simulation.playUntil(0.5);
  // Twenty calls of 10 s each find out that the provider is down, and few that it still is.
  expect(simulation.getFigures('whoop').calls).toBeLessThan(45);
  expect(simulation.getFigures('google_health').longestWait).toBeLessThan(20);

  await simulation.playUntil(1.5);
  expect(simulation.countWaiting(10)).toBe(0);
  expect(simulation.getFigures('whoop')).toMatchObject({ repeated: 0 });
  expect(simulation.getFigures('whoop').longestPause).toBeLessThan(90);
  expect(simulation.getFigures('google_health')).toMatchObject({
    failed: 0,
    repeated: 0,
  });
});
