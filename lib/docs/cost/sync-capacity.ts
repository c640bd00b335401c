import { countWithinLimits } from '#functions/connections/client/provider-limits.ts';
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

/** Writes a second of a partition of an index. */
const partitionWrites = 1000;

/** Renders what bounds the syncs of a minute, and the connections of each provider. */
export function renderSyncCapacity(): string {
  const syncSeconds = syncMs / 1000;
  const bySchedule =
    (getMaxWaiting(defaultQueueConcurrency) * syncShards.length) / schedule.everyMinutes;
  const byFunctions = (defaultQueueConcurrency * 60) / syncSeconds;
  // A sync changes its row twice.
  const byIndex = (syncShards.length * partitionWrites * 60) / (2 * indexUnits);
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
  return `By default, the schedule starts ${format(bySchedule)} syncs a minute, the functions of the queue run
${format(byFunctions)} of ${syncSeconds} s, and the index takes ${format(byIndex)}. So
${format(bySchedule * intervalMinutes.poll)} connections can be polled every ${intervalMinutes.poll} minutes.

The limits of a provider allow so many connections at its default interval, with one request each:

${renderMarkdownTable(['Provider', 'Minutes', 'Connections', 'Its limits'], providerRows)}`;
}

function format(amount: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format(amount);
}
