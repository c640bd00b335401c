import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { parsePrincipal, toServicePrincipal } from '../auth/principal.ts';
import { type Endpoint, getErrorShape } from '../contract/endpoint.ts';
import { ServiceError } from '../errors/errors.ts';
import {
  type LimitedCaller,
  type LimitedRequest,
  limitRequest,
} from '../limits/limited-request.ts';
import { getCost, type Limits, parseLimits } from '../limits/limits.ts';
import type { Meter } from '../runtime/log.ts';
import type { AllDependencies } from './declared.ts';
import { getErrorStatus } from './render-error.ts';

/** The Lambda context, with what the pipeline knows about a request. */
export interface PipelineContext extends Context {
  startedAt: number;
  /** Counts the store calls of the handler. */
  meter: Meter;
  /** Counts the store calls for limits. */
  useMeter: Meter;
  /** The request, as it counts against limits. Absent while it is not known who sends it. */
  limited?: LimitedRequest;
}

type Middleware = middy.MiddlewareObj<
  APIGatewayProxyEvent,
  APIGatewayProxyResult,
  Error,
  PipelineContext
>;

/** Returns the time of a request. */
export function getRequestTime({ requestContext }: APIGatewayProxyEvent): Date {
  return new Date(requestContext.requestTimeEpoch ?? Date.now());
}

/** Begins to count a request, which takes its units later. */
function startCounting(
  caller: LimitedCaller,
  limits: Limits,
  { table }: Partial<AllDependencies>,
  event: APIGatewayProxyEvent,
  context: PipelineContext,
): LimitedRequest {
  if (!table) throw new Error('serve() was not given a table.');
  const limited = limitRequest({
    caller,
    limits,
    table: table(context.useMeter),
    now: getRequestTime(event),
    requestId: event.requestContext.requestId,
  });
  context.limited = limited;
  return limited;
}

/**
 * Returns the middleware that counts requests with a token against the limits of their caller. A
 * read takes its units after its handler, so that a failure of ours costs nothing. Another request
 * takes them before its handler, by `takeUnits`.
 */
export function limitRequests(
  endpoint: Endpoint,
  dependencies: Partial<AllDependencies>,
): Middleware {
  return {
    before: ({ event, context }) => {
      const { authorizer } = event.requestContext;
      const caller = parsePrincipal(authorizer);
      if (endpoint.auth === 'public' || !caller) return;
      startCounting(
        caller,
        parseLimits(authorizer?.limits),
        dependencies,
        event,
        context,
      );
    },
    after: ({ context }) => context.limited?.take(1),
    onError: async (request) => {
      if (!isErrorOfCaller(endpoint, request.error)) return;
      try {
        await request.context.limited?.take(1);
      } catch (refusal) {
        request.error = refusal as Error;
      }
    },
  };
}

function isErrorOfCaller(endpoint: Endpoint, error: Error | null | undefined): boolean {
  if (!(error instanceof ServiceError)) return false;
  return getErrorStatus(getErrorShape(endpoint), error.code) < 500;
}

/**
 * Takes the units of a request that can write. A read only throws `quota_exceeded` here, if it is
 * known to get none.
 */
export async function takeUnits(
  { method }: Endpoint,
  { limited }: PipelineContext,
  body: unknown,
): Promise<void> {
  if (method === 'GET') limited?.requireRoom();
  else await limited?.take(getCost(body));
}

/**
 * Counts a request against the limits of the client that it has authenticated. Throws
 * `quota_exceeded` if the client has no more requests.
 */
export type LimitClient = (client_id: string, limits: Limits) => Promise<void>;

/** Creates the function of an endpoint whose handler authenticates a client. */
export function createClientLimit(
  { limitsClient }: Endpoint,
  dependencies: Partial<AllDependencies>,
  event: APIGatewayProxyEvent,
  context: PipelineContext,
): LimitClient | undefined {
  if (!limitsClient) return undefined;
  return (client_id, limits) => {
    const user_id = toServicePrincipal(client_id);
    const caller = { user_id, client_id, token_use: 'application' } as const;
    return startCounting(caller, limits, dependencies, event, context).take(1);
  };
}

/** Returns the middleware that adds the header fields about limits to every response. */
export function addLimitFields(): Middleware {
  const addFields: middy.MiddlewareFn<
    APIGatewayProxyEvent,
    APIGatewayProxyResult,
    Error,
    PipelineContext
  > = ({ context, response }) => {
    if (!response) return;
    response.headers = { ...response.headers, ...context.limited?.fields() };
  };
  return { after: addFields, onError: addFields };
}
