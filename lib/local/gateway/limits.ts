/**
 * Fixed quotas of API Gateway.
 * Source: "Quotas for configuring and running a REST API" in the API Gateway developer guide.
 */
export const apiGatewayLimits = {
  /** Bytes of a request body, both as sent and decompressed. */
  payload: 10 * 1024 * 1024,
  /** Bytes of all header values of a request. */
  headers: 10_240,
  /** Characters of the URL of a regional API. */
  url: 10_240,
  /** Bytes of the method ARN that an authorizer receives. */
  methodArn: 1600,
} as const;
