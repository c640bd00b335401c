/**
 * Quotas of API Gateway REST APIs and of synchronous Lambda invocations that no customer can raise.
 * Source: "Quotas for configuring and running a REST API" in the API Gateway developer guide, and "Lambda quotas".
 */
export const limits = {
  /** Bytes of a request body, as sent and when decompressed. */
  payload: 10 * 1024 * 1024,
  /** Bytes of all header values of a request together. */
  headers: 10_240,
  /** Characters of the URL of a regional API. */
  url: 10_240,
  /** Bytes of the method ARN that an authorizer is asked about. */
  methodArn: 1600,
  /** Bytes of the event that a function receives, and of the result that it gives. */
  lambdaPayload: 6_291_456,
} as const;
