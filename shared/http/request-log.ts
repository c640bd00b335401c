import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { ServiceError } from '../errors/errors.ts';
import { framesOf, log } from '../runtime/log.ts';
import { type Meter, newMeter } from '../runtime/meter.ts';

/** What the pipeline carries beside the event. */
export interface LoggedContext extends Context {
  meter: Meter;
  startedAt: number;
}

type Middleware = middy.MiddlewareObj<
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  Error,
  LoggedContext
>;

/** Writes one line a request: who called which endpoint with what outcome at what cost, and nothing that was sent. */
export function logRequests(name: string): Middleware {
  const write = (
    { requestContext }: APIGatewayProxyEvent,
    { meter, startedAt }: LoggedContext,
    status: number | undefined,
    error?: Error | null,
  ) => {
    const { sub, client_id } = requestContext.authorizer ?? {};
    const unexpected = error && !(error instanceof ServiceError);
    log({
      level: unexpected ? 'error' : 'info',
      event: 'request',
      endpoint: name,
      request_id: requestContext.requestId,
      ...(status !== undefined && { status }),
      ...(error instanceof ServiceError && { code: error.code }),
      duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
      ...(sub && { user_id: String(sub) }),
      ...(client_id && { client_id: String(client_id) }),
      ...meter.readings(),
      ...(unexpected && { error_name: error.name, error_stack: framesOf(error) }),
    });
  };
  return {
    before: ({ context }) => {
      Object.assign(context, { meter: newMeter(), startedAt: performance.now() });
    },
    after: ({ event, context, response }) => write(event, context, response?.statusCode),
    onError: ({ event, context, response, error }) =>
      write(event, context, response?.statusCode, error),
  };
}
