import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';

/**
 * What the gateway notes of each request: never a header, a query, a path with ids in it, or who asked from where.
 */
const fields = {
  request_id: '"$context.requestId"',
  time: '"$context.requestTime"',
  api: '"$context.apiId"',
  method: '"$context.httpMethod"',
  path: '"$context.resourcePath"',
  status: '$context.status',
  latency_ms: '$context.responseLatency',
  response_bytes: '$context.responseLength',
  integration_latency_ms: '"$context.integrationLatency"',
  authorizer_latency_ms: '"$context.authorizer.latency"',
  client_id: '"$context.authorizer.client_id"',
  gateway_error: '"$context.error.responseType"',
};

/** One line of JSON a request. What a request may not have is a text, for the gateway writes `-` in its place. */
export const accessLogFormat = AccessLogFormat.custom(
  `{${Object.entries(fields)
    .map(([name, value]) => `"${name}":${value}`)
    .join(',')}}`,
);
