import {
  countWithinLimits,
  outageSeconds,
} from '#functions/connections/client/provider-limits.ts';
import {
  intervalMinutes,
  syncShards,
} from '#functions/connections/connection/sync-state.ts';
import { providers } from '#functions/connections/providers/providers.data.ts';
import { getMaxWaiting } from '#functions/connections/sync/start/capacity.ts';
import schedule from '#functions/connections/sync/start/function.ts';
import { defaultQueueConcurrency } from '#shared/contract/resources.ts';
import { renderMarkdownTable } from '../reference/tables.ts';
import { indexUnits, syncMs } from './calls.ts';
import { quotas } from './prices.ts';

const syncSeconds = syncMs / 1000;

/** The syncs of a minute that each bound allows. */
function listBounds(queueConcurrency: number) {
  return {
    schedule:
      (getMaxWaiting(queueConcurrency) * syncShards.length) / schedule.everyMinutes,
    functions: (queueConcurrency * 60) / syncSeconds,
    // A sync changes its row twice.
    index: (syncShards.length * quotas.partitionWrites * 60) / (2 * indexUnits),
  };
}

/** A million connections of one interval, of which a share had an outage of a day. */
interface Mix {
  minutes: number;
  /** The share whose provider did not respond. */
  failed: number;
  queueConcurrency: number;
}

const connections = 1_000_000;
const mixes: readonly Mix[] = [
  { minutes: intervalMinutes.push, failed: 1, queueConcurrency: 50 },
  { minutes: 360, failed: 0.5, queueConcurrency: 50 },
  { minutes: 120, failed: 0.5, queueConcurrency: 200 },
  { minutes: 60, failed: 0.5, queueConcurrency: 50 },
];

/**
 * Returns the syncs of a minute that a mix asks for, the bound that it meets first, and the hours
 * until everything is read after the outage: its last pause, and as long a time over which syncs
 * are spread, or longer if the bound does not allow so many beside those of the others.
 */
function planMix({ minutes, failed, queueConcurrency }: Mix) {
  const needed = connections / minutes;
  const bounds = Object.entries(listBounds(queueConcurrency));
  const [[name, max] = ['', 0]] = bounds.toSorted(([, one], [, other]) => one - other);
  const spread = outageSeconds.max / 60;
  const drained = (connections * failed) / (max - needed * (1 - failed));
  const hours = (spread + Math.max(spread, drained)) / 60;
  return { needed, name, max, hours: max > needed ? hours : undefined };
}

/** Renders what bounds the syncs of a million connections, and the connections of each provider. */
export function renderSyncCapacity(): string {
  const bounds = listBounds(defaultQueueConcurrency);
  const mixRows = mixes.map((mix) => {
    const { needed, name, max, hours } = planMix(mix);
    return [
      `every ${format(mix.minutes)} minutes`,
      `${mix.failed * 100} %`,
      String(mix.queueConcurrency),
      format(needed),
      `${format(max)} (${name})`,
      hours === undefined ? 'never: raise the interval' : `${hours.toFixed(1)} hours`,
    ];
  });
  const providerRows = providers.map(({ type, delivery, limits }) => {
    const minutes = intervalMinutes[delivery];
    return [
      `\`${type}\``,
      format(minutes),
      format(countWithinLimits(limits, minutes)),
      limits
        .filter(({ per }) => per === 'client')
        .map(
          ({ requests, seconds }) => `${format(requests)} in ${format(seconds / 60)} min`,
        )
        .join(', '),
    ];
  });
  const { poll } = intervalMinutes;
  return `By default, the schedule starts ${format(bounds.schedule)} syncs a minute, the functions
of the queue run ${format(bounds.functions)} of ${syncSeconds} s, and the index takes
${format(bounds.index)}. So ${format(bounds.schedule * poll)} connections can be polled
every ${poll} minutes. A million connections, computed:

${renderMarkdownTable(
  [
    'Synchronized',
    'Down for a day',
    '`queueConcurrency`',
    'Syncs a minute',
    'Possible, and by what',
    'All read after the outage',
  ],
  mixRows,
)}

The limits of a provider allow so many connections at its default interval, with one request each:

${renderMarkdownTable(['Provider', 'Minutes', 'Connections', 'Its limits'], providerRows)}`;
}

function format(amount: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format(amount);
}
