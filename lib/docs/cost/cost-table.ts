import { isLimited } from '#shared/contract/endpoint.ts';
import { defaultMemory } from '#shared/contract/function.ts';
import { getWorth } from '#shared/limits/counter.ts';
import { defaultLimits } from '#shared/limits/limits.ts';
import type { Definitions } from '../../endpoints.ts';
import { renderMarkdownTable } from '../reference/tables.ts';
import { type BilledCall, billedCalls, idleReads } from './calls.ts';
import {
  billedUnits,
  priceList,
  priceRun,
  requestLogKb,
  runLogKb,
  type Unit,
  unitNames,
} from './prices.ts';

const columns = [
  'One million calls',
  'API Gateway, queue, mail, KMS',
  'Lambda',
  'DynamoDB',
  'S3 and CDN',
  'Logs',
  'Sum in $',
  'Billed for each call',
];

/** The updates that count a request for its person and its application (decision 0059). */
export const countingWrites = sum(
  Object.values(defaultLimits).map((limits) => 1 / getWorth(limits)),
);

/** Renders what a million calls of each kind cost, and what the schedules cost a month. */
export function renderCost(definitions: Definitions): string {
  const schedules = definitions.functions.filter(
    ({ definition }) => definition.trigger === 'schedule',
  );
  const idle = schedules.map(({ id, definition: { summary } }) => {
    const name = `Nothing is due: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`;
    return priceCall(definitions, name, { [id]: 20, rru: idleReads[id] ?? 1 });
  });
  const calls = Object.entries(billedCalls).map(([name, call]) =>
    priceCall(definitions, name, call),
  );
  const ofUnits = Object.values(billedUnits).map(
    ({ name, price }) => `${name} ${Number(price.toFixed(3))}`,
  );
  const table = renderMarkdownTable(
    columns,
    [...calls, ...idle].map(({ cells }) => cells),
  );
  const ofIdle = (sum(idle.map(({ total }) => total)) * 43_800) / 1e6;
  const { region, date, invocations, gbSeconds, logGb } = priceList;
  return `At AWS list prices in ${region} as of ${date}, without the free tier. Durations are
estimates.

${table}

Prices of a million: ${ofUnits.slice(0, 5).join(', ')},
${ofUnits.slice(5).join(', ')}. Lambda is ${invocations} a million plus
\`GB × seconds × ${gbSeconds}\` a million, and a GB of log ${logGb}. The ${idle.length} schedules
run every minute, for $${ofIdle.toFixed(2)} a month in all.`;
}

/** Returns a call's cells, and the dollars of a million of them. */
function priceCall(definitions: Definitions, name: string, call: BilledCall) {
  const runs = Object.entries(call).filter(([key]) => key.includes('/'));
  const invocations = runs.map(([id, ms]) => {
    const { memory = defaultMemory } = findFunction(definitions, id);
    return { ms, memory };
  });
  const isCounted = definitions.endpoints.some(
    ({ id, endpoint }) => id in call && isLimited(endpoint),
  );
  const used = { ...call, wru: (call.wru ?? 0) + (isCounted ? countingWrites : 0) };
  const price = (...names: readonly Unit[]) =>
    sum(names.map((unit) => (used[unit] ?? 0) * billedUnits[unit].price));
  const logKb = invocations.length * runLogKb + (call.api ?? 0) * requestLogKb;
  const amounts = [
    price('api', 'message', 'mail', 'kms', 'signature'),
    sum(invocations.map(priceRun)),
    price('rru', 'wru'),
    price('put', 'get', 'cdn'),
    logKb * priceList.logGb,
  ];
  const total = sum(amounts);
  const billed = [
    ...invocations.map(({ ms, memory }) => `${ms} ms at ${memory} MB`),
    ...unitNames
      .filter((unit) => unit !== 'api' && (used[unit] ?? 0) > 0)
      .map((unit) => `${Number((used[unit] ?? 0).toFixed(1))} ${billedUnits[unit].name}`),
  ];
  const dollars = amounts.map((amount) => (amount === 0 ? '' : amount.toFixed(2)));
  return { cells: [name, ...dollars, total.toFixed(2), billed.join(', ')], total };
}

/** Returns the value of a function. Throws an error if no function has the id. */
function findFunction({ endpoints, consumers, functions }: Definitions, id: string) {
  const found =
    endpoints.find((entry) => entry.id === id)?.endpoint ??
    consumers.find((entry) => entry.id === id)?.consumer ??
    functions.find((entry) => entry.id === id)?.definition;
  if (!found) throw new Error(`There is no function ${id}.`);
  return found;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
