import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { LambdaHandler } from '../../shared/http/serve.ts';
import type { Item } from '../kit/diary.ts';

/** An answer of a function that a test calls by itself, without the gateway. */
export interface FunctionAnswer {
  status: number;
  body: Item & { items: Item[] };
}

/** The parts of a request that the functions of the diary read. */
export interface FunctionRequest {
  id?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  json?: unknown;
}

const context = { getRemainingTimeInMillis: () => 29_000 } as Context;

/** Calls a function of the diary as the gateway does for a user's token. */
export async function invoke(
  handler: LambdaHandler,
  user_id: string,
  { id, query = {}, headers = {}, json }: FunctionRequest,
): Promise<FunctionAnswer> {
  const identity = { 'svc-client-id': 'test', 'svc-user-id': user_id };
  const { statusCode, body } = await handler(
    {
      resource: '/{version}/diary',
      pathParameters: { version: 'v2', ...(id !== undefined && { id }) },
      headers: { 'Content-Type': 'application/json', ...identity, ...headers },
      multiValueHeaders: {},
      multiValueQueryStringParameters: Object.fromEntries(
        Object.entries(query).map(([name, value]) => [name, [value]]),
      ),
      requestContext: {
        authorizer: { sub: user_id, client_id: 'test', token_use: 'user', scope: 'read' },
        requestTimeEpoch: Date.now(),
      },
      body: json === undefined ? null : JSON.stringify(json),
      isBase64Encoded: false,
    } as unknown as APIGatewayProxyEvent,
    context,
  );
  return { status: statusCode, body: body ? JSON.parse(body) : undefined };
}
