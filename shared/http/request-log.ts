import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { ServiceError } from '../errors/errors.ts';
import { compact } from '../runtime/compact.ts';
import { listStackFrames, log } from '../runtime/log.ts';
import { type Meter, newMeter } from '../runtime/meter.ts';

/** The Lambda context with what the log line of a request needs. */
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

type LoggedRequest = Parameters<NonNullable<Middleware['after']>>[0];

/**
 * Returns the log fields of an error. An unexpected error is a bug, so its stack is logged.
 */
function describeError(error: Error | null | undefined) {
  if (!error) return {};
  if (error instanceof ServiceError) return { code: error.code };
  return { error_name: error.name, error_stack: listStackFrames(error) };
}

function writeLine(
  endpoint: string,
  { event, context, response, error }: LoggedRequest,
): void {
  const { authorizer, requestId } = event.requestContext;
  const described = describeError(error);
  const duration = performance.now() - context.startedAt;
  log({
    level: 'error_name' in described ? 'error' : 'info',
    event: 'request',
    endpoint,
    request_id: requestId,
    ...compact({ status: response?.statusCode }),
    ...described,
    duration_ms: Math.round(duration * 10) / 10,
    // The access log has the client id, so this line leaves it out.
    ...compact({ user_id: authorizer?.sub && String(authorizer.sub) }),
    ...context.meter.readings(),
  });
}

/**
 * Returns the middleware that logs one line for each request: the user, the endpoint, the outcome
 * and the cost. It never logs what was sent.
 */
export function logRequests(endpoint: string): Middleware {
  return {
    before: ({ context }) => {
      Object.assign(context, { meter: newMeter(), startedAt: performance.now() });
    },
    after: (request) => writeLine(endpoint, request),
    onError: (request) => writeLine(endpoint, request),
  };
}
