import type { CallUsage, InvocationUsage } from './calls.ts';
import { prices } from './prices.ts';

/** Kilobytes of log: the line of an invocation, and the access log line of an API request. */
const logKilobytes = { invocation: 0.29, apiRequest: 0.3 } as const;

/** What one call costs at each service, in US dollars. */
export interface CallCost {
  /** API Gateway, the way of a message through its queue, and mail. */
  api: number;
  lambda: number;
  dynamodb: number;
  s3AndCdn: number;
  logs: number;
}

/** Returns the memory of a function in MB. */
export type GetMemory = (id: string) => number;

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
