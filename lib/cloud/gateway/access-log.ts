import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';

/**
 * The fields of a log entry. Headers, query strings, paths with ids and IP addresses are excluded,
 * because they can identify people or contain secrets.
 */
const fields = {
  request_id: '"$context.requestId"',
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

const members = Object.entries(fields).map(([name, value]) => `"${name}":${value}`);

/**
 * One line of JSON for each request. Values that a request can lack are in quotes, because API
 * Gateway writes `-` instead.
 */
export const accessLogFormat = AccessLogFormat.custom(`{${members.join(',')}}`);
