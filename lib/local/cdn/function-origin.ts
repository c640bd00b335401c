import { randomUUID } from 'node:crypto';
import type {
  APIGatewayProxyStructuredResultV2,
  LambdaFunctionURLEvent,
} from 'aws-lambda';
import type { Invoke } from '../functions/invocation.ts';
import { awsAccount } from '../host/aws-account.ts';
import { getHeader, type OutgoingResponse, type RequestHead } from '../http/message.ts';

const domainPrefix = 'local';

/** Builds the context. It has no `authorizer`, although its type requires one. */
function buildRequestContext(
  head: RequestHead,
): LambdaFunctionURLEvent['requestContext'] {
  const { method, path, protocol, sourceIp } = head;
  const now = new Date();
  const userAgent = getHeader(head.headers, 'user-agent') ?? '';
  const context: Omit<LambdaFunctionURLEvent['requestContext'], 'authorizer'> = {
    accountId: awsAccount,
    apiId: domainPrefix,
    domainName: `${domainPrefix}.lambda-url.localhost`,
    domainPrefix,
    http: { method, path, protocol, sourceIp, userAgent },
    requestId: randomUUID(),
    routeKey: '$default',
    stage: '$default',
    time: now.toISOString(),
    timeEpoch: now.getTime(),
  };
  return context as LambdaFunctionURLEvent['requestContext'];
}

/**
 * Builds the event of a function URL. Source: "Invoking Lambda function URLs" in the Lambda
 * developer guide.
 */
export function buildFunctionUrlEvent(head: RequestHead): LambdaFunctionURLEvent {
  const headers: Record<string, string> = {};
  for (const [name, value] of head.headers) headers[name.toLowerCase()] = value;

  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: head.path,
    // The cache policies do not forward queries.
    rawQueryString: '',
    headers,
    requestContext: buildRequestContext(head),
    isBase64Encoded: false,
  };
}

function parseResult(payload: string): OutgoingResponse {
  const result: APIGatewayProxyStructuredResultV2 = JSON.parse(payload);
  const { statusCode = 200, headers = {}, body = '', isBase64Encoded } = result;
  const lines = Object.entries(headers);

  return {
    status: statusCode,
    headers: lines.map(([name, value]) => [name, String(value)]),
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
}

/** What a function URL needs from the rest of the runner. */
interface FunctionOriginDeps {
  invoke: Invoke;
  warn: (message: string) => void;
}

/** Invokes a function through its URL. Returns 502 if the function fails, as Lambda does. */
export async function fetchFromFunction(
  arn: string,
  head: RequestHead,
  { invoke, warn }: FunctionOriginDeps,
): Promise<OutgoingResponse> {
  const event = buildFunctionUrlEvent(head);
  const result = await invoke(arn, JSON.stringify(event));
  if (result.ok) return parseResult(result.payload);

  warn(`${arn} failed, so its URL responds with 502: ${result.errorMessage}`);
  return { status: 502, headers: [], body: Buffer.from('Internal Server Error') };
}
