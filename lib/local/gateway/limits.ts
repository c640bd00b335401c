/**
 * Quotas of API Gateway REST APIs that no customer can raise.
 * Source: "Quotas for configuring and running a REST API" in the API Gateway developer guide.
 */
export const apiGatewayLimits = {
  /** Bytes of a request body, as sent and when decompressed. */
  payload: 10 * 1024 * 1024,
  /** Bytes of all header values of a request together. */
  headers: 10_240,
  /** Characters of the URL of a regional API. */
  url: 10_240,
  /** Bytes of the method ARN that an authorizer is asked about. */
  methodArn: 1600,
} as const;
