import {
  createSyncSimulation,
  type ProviderFigures,
  type SimulatedProvider,
} from '#kit/sync-simulation/simulation.ts';
import { formatRecords } from './report.ts';
import type { Section } from './service-under-bench.ts';

/** 20,000 connections, which the limits of their providers allow. */
const providers: readonly SimulatedProvider[] = [
  { type: 'google_health', connections: 8000, sync_minutes: 120 },
  { type: 'withings', connections: 8000, sync_minutes: 120 },
  { type: 'whoop', connections: 3000, sync_minutes: 480 },
  { type: 'strava', connections: 1000, sync_minutes: 720 },
];

const outage = { from: 2, to: 26 };
/** The hours after which figures are read: in the outage, and up to six hours after it. */
const hours = [2, 3, 4, 8, 14, 20, 26, 28, 30, 32];

type Figure = keyof Pick<
  ProviderFigures,
  'synchronized' | 'calls' | 'longestWait' | 'longestPause'
>;
const figureNames: Readonly<Record<Figure, string>> = {
  synchronized: 'syncs',
  calls: 'calls',
  longestWait: 'longest wait',
  longestPause: 'longest pause',
};
const figures = Object.keys(figureNames) as Figure[];

const explanation = `20,000 connections and three functions of the queue, which have 60 % of the
work that they can do. After the slash, Google Health does not respond in the hours 2 to 26. The
clock is the simulation's own, and so is the table, in memory: the code of the service starts and
runs the syncs, a sync takes 0.6 s, and a call without a response 10 s. The wait is the time in
minutes from the moment at which a sync is due to its beginning, the pause the time without a
successful sync, both of the connection with the longest.`;

/** Plays 32 hours, and returns the figures of each provider, and what waited at each hour. */
async function play(played: readonly SimulatedProvider[]) {
  const simulation = await createSyncSimulation({
    start: new Date('2127-03-01T00:00:00Z'),
    functions: 3,
    stepMinutes: 1,
    providers: played,
  });
  const overdue: number[] = [];
  for (const hour of hours) {
    await simulation.playUntil(hour);
    overdue.push(simulation.countWaiting(5));
  }
  const ofProviders = played.map(({ type }) => simulation.getFigures(type));
  return { overdue, ofProviders, longestQueue: simulation.getLongestQueue() };
}

/** Plays a day without a response of one provider, beside the same time with all of them. */
export const syncBacklog: Section = async () => {
  const without = await play(providers);
  const [first, ...others] = providers;
  const during = await play(first ? [{ ...first, outage }, ...others] : others);
  const rows = providers.map((provider, index) => {
    const ofBoth = figures.map((name) => {
      const [one, other] = [without, during].map(
        ({ ofProviders }) => ofProviders[index]?.[name] ?? 0,
      );
      return [name, `${format(one)} / ${format(other)}`];
    });
    return { ...provider, ...Object.fromEntries(ofBoth) };
  });
  const waiting = hours.map((hour, index) => ({
    hour,
    overdue: `${without.overdue[index]} / ${during.overdue[index]}`,
  }));
  const queues = `${without.longestQueue} / ${during.longestQueue}`;
  return [
    formatRecords(
      {
        type: 'provider',
        connections: 'connections',
        sync_minutes: 'minutes between syncs',
        ...figureNames,
      },
      rows,
    ),
    formatRecords({ hour: 'hour', overdue: 'syncs due for over 5 minutes' }, waiting),
    `The longest queue: ${queues} messages.\n${explanation}`,
  ].join('\n\n');
};

function format(amount = 0): string {
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(1);
}
