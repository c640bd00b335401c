import { defaultMemory } from '#shared/contract/function.ts';
import type { Definitions } from '../../definitions.ts';
import { renderMarkdownTable } from '../reference/tables.ts';
import { type CallUsage, calls, type InvocationUsage, prices } from './calls.ts';

/** Kilobytes of log: the line of an invocation, and the access log line of an API request. */
const logKilobytes = { invocation: 0.29, apiRequest: 0.3 } as const;

/** The cost of one call at each service, in US dollars. */
interface CallCost {
  /** API Gateway, the way of a message through its queue, and mail. */
  api: number;
  lambda: number;
  dynamodb: number;
  s3AndCdn: number;
  logs: number;
}

/** Returns the memory of a function in MB. */
type GetMemory = (id: string) => number;

/** Computes the cost of one call from list prices. */
export function computeCost(usage: CallUsage, getMemory: GetMemory): CallCost {
  const {
    apiRequests = 0,
    invocations = [],
    readUnits = 0,
    writeUnits = 0,
    s3Puts = 0,
    s3Gets = 0,
    cdnRequests = 0,
    queueMessages = 0,
    mails = 0,
  } = usage;
  const invocationCosts = invocations.map((invocation) =>
    computeInvocationCost(invocation, getMemory),
  );
  const loggedKilobytes =
    invocations.length * logKilobytes.invocation + apiRequests * logKilobytes.apiRequest;
  return {
    api:
      apiRequests * prices.apiRequest +
      queueMessages * prices.queueMessage +
      mails * prices.mail,
    lambda: sum(invocationCosts),
    dynamodb: readUnits * prices.readUnit + writeUnits * prices.writeUnit,
    s3AndCdn:
      s3Puts * prices.s3Put +
      s3Gets * prices.s3Get +
      cdnRequests * (prices.cdnRequest + prices.cdnFunction),
    logs: (loggedKilobytes / 1e6) * prices.logGigabyte,
  };
}

function computeInvocationCost(
  { id, billedMs }: InvocationUsage,
  getMemory: GetMemory,
): number {
  const gigabyteSeconds = (getMemory(id) / 1024) * (billedMs / 1000);
  return prices.invocation + gigabyteSeconds * prices.gigabyteSecond;
}

/** Adds numbers. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const head = [
  'One million calls',
  'API Gateway, queue, mail',
  'Lambda',
  'DynamoDB',
  'S3 and CDN',
  'Logs',
  'Sum in $',
  'Billed for each call',
];

/** Renders the cost of one million calls of each kind, in Markdown. */
export function renderCostTable(definitions: Definitions): string {
  const getMemory = createMemoryLookup(definitions);
  const rows = calls.map((usage) => renderRow(usage, getMemory));
  return renderMarkdownTable(head, rows);
}

function createMemoryLookup({ endpoints, functions, consumers }: Definitions): GetMemory {
  const memory = new Map<string, number>();
  for (const { id, endpoint } of endpoints)
    memory.set(id, endpoint.memory ?? defaultMemory);
  for (const { id, consumer } of consumers)
    memory.set(id, consumer.memory ?? defaultMemory);
  for (const { id, definition } of functions)
    memory.set(id, definition.memory ?? defaultMemory);
  return (id) => {
    const megabytes = memory.get(id);
    if (megabytes === undefined) throw new Error(`There is no function ${id}.`);
    return megabytes;
  };
}

function renderRow(usage: CallUsage, getMemory: GetMemory): string[] {
  const { api, lambda, dynamodb, s3AndCdn, logs } = computeCost(usage, getMemory);
  const costs = [api, lambda, dynamodb, s3AndCdn, logs];
  const cells = costs.map((cost) => (cost === 0 ? '' : formatMillion(cost)));
  return [
    usage.name,
    ...cells,
    formatMillion(sum(costs)),
    describeUsage(usage, getMemory),
  ];
}

/** Formats the cost of a million calls by the cost of one call. */
function formatMillion(cost: number): string {
  return (cost * 1e6).toFixed(2);
}

/** Names what the cost is computed from, e.g. `10 ms at 512 MB, 1 RRU`. */
function describeUsage(usage: CallUsage, getMemory: GetMemory): string {
  const {
    invocations = [],
    readUnits = 0,
    writeUnits = 0,
    s3Puts = 0,
    s3Gets = 0,
  } = usage;
  const parts = invocations.map(
    ({ id, billedMs }) => `${billedMs} ms at ${getMemory(id)} MB`,
  );
  if (readUnits > 0) parts.push(`${readUnits} RRU`);
  if (writeUnits > 0) parts.push(`${writeUnits} WRU`);
  if (s3Gets > 0) parts.push(`${s3Gets} S3 GET`);
  if (s3Puts > 0) parts.push(`${s3Puts} S3 PUT`);
  if (usage.queueMessages) parts.push('1 message');
  if (usage.mails) parts.push('1 mail');
  if (usage.cdnRequests) parts.push('1 request to the CDN');
  return parts.join(', ');
}
