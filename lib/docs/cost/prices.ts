/** The list prices of AWS in dollars that the pages about cost and scale use. */
export const priceList = {
  region: 'us-east-1',
  date: 'November 2026',
  /** For a million. $0.10 of a request to the CDN are for the CloudFront function. */
  units: {
    api: 3.5,
    mail: 100,
    kms: 3,
    signature: 15,
    rru: 0.125,
    wru: 0.625,
    put: 5,
    get: 0.4,
    cdn: 1.1,
  },
  /** A million requests to a queue. */
  queue: 0.4,
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
