import { defaultMemory } from '#shared/contract/function.ts';

/** The list prices of AWS in dollars. */
export const priceList = {
  region: 'us-east-1',
  date: 'November 2026',
  /** Lambda on arm64: a million invocations, and a million GB-seconds. */
  invocations: 0.2,
  gbSeconds: 13.3334,
  logGb: 0.5,
} as const;

/** The quotas of AWS that growth meets, for an account and region, or a table. */
export const quotas = {
  newAccountFunctions: 10,
  functions: 1000,
  apiRequests: 10_000,
  apiRequestsInNewRegions: 2500,
  newTableWrites: 4000,
  tableUnits: 40_000,
  partitionWrites: 1000,
} as const;

/** KB of the log of an invocation, and of an API request. */
export const [runLogKb, requestLogKb] = [0.29, 0.3];

/** Returns the dollars of a million runs of a function. */
export function priceRun({ ms, memory }: { ms: number; memory: number }): number {
  const { invocations, gbSeconds } = priceList;
  return invocations + (ms / 1000) * (memory / 1024) * gbSeconds;
}

/** The units that AWS bills besides invocations and logs, with the dollars of a million. */
export const billedUnits = {
  api: { name: 'API request', price: 3.5 },
  /** Three requests to a queue, and a run of the function of the table's stream. */
  message: {
    name: 'message',
    price: 3 * 0.4 + priceRun({ ms: 5, memory: defaultMemory }),
  },
  mail: { name: 'mail', price: 100 },
  kms: { name: 'KMS', price: 3 },
  signature: { name: 'KMS signature', price: 15 },
  rru: { name: 'RRU', price: 0.125 },
  wru: { name: 'WRU', price: 0.625 },
  put: { name: 'S3 PUT', price: 5 },
  get: { name: 'S3 GET', price: 0.4 },
  /** $0.10 of it are for the CloudFront function. */
  cdn: { name: 'CDN request', price: 1.1 },
} as const;

export type Unit = keyof typeof billedUnits;
export const unitNames = Object.keys(billedUnits) as Unit[];
