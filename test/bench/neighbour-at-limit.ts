import { setLimits } from '#functions/auth/client/client-update.store.ts';
import { minLimit } from '#functions/auth/limit/limit.ts';
import dataSourceList from '#functions/main/data-source/list/endpoint.ts';
import { issueUserToken, newClient, newPerson, table } from '#kit/fixtures.ts';
import {
  buildLoadRequest,
  type Load,
  type LoadRequest,
  startLoadSender,
} from './load/load.ts';
import { markdownTable } from './report.ts';
import type { Bench, Section } from './service-under-bench.ts';
import { median, percentile } from './statistics.ts';

/** Each application sends 100 requests a second, which two cores serve easily. */
const pace = { callers: 4, intervalMs: 40 };
const requestsPerSecond = (1000 / pace.intervalMs) * pace.callers;

/** Builds the request of a new person of an application of somebody else. */
async function buildNeighbour(bench: Bench, isLimited: boolean): Promise<LoadRequest> {
  const client = await newClient();
  const limits = { client_15min: minLimit, client_day: minLimit };
  if (isLimited) await setLimits(table(), client.client_id, limits);
  const token = await issueUserToken(await newPerson(), client);
  return buildLoadRequest(dataSourceList, bench, token, {});
}

/**
 * Measures an application alone, beside one that sends as much within its limit, and beside one
 * that sends as much at its limit.
 */
export const neighbourAtLimit: Section = async (bench) => {
  using sender = startLoadSender();
  using neighbour = startLoadSender();
  const token = await issueUserToken(bench.user, bench.client);
  const own = await buildLoadRequest(dataSourceList, bench, token, {});
  const count = Math.round(bench.seconds * requestsPerSecond);
  const toLoad = (request: LoadRequest): Load => ({
    requests: [request],
    count,
    ...pace,
  });
  await sender.send({ requests: [own], count: 2000 });

  const rows: (string | number)[][] = [];
  const measure = async (title: string, other?: LoadRequest) => {
    const [sent, beside] = await Promise.all([
      sender.send(toLoad(own)),
      other && neighbour.sendAndCount(toLoad(other)),
    ]);
    const times = [median(sent.durations), percentile(sent.durations, 0.95)];
    rows.push([title, ...times, beside?.errors ?? 0]);
  };
  await measure('alone');
  await measure('beside one within its limit', await buildNeighbour(bench, false));
  await measure('beside one at its limit', await buildNeighbour(bench, true));
  const table = markdownTable(
    ['an application', 'median ms', '95 % ms', 'refused requests of the other'],
    rows,
  );
  const load = `${requestsPerSecond} requests a second, here for ${bench.seconds} s`;
  return `${table}

Each application sends ${load}. The last column counts those that the
limit of the other one refuses.`;
};
