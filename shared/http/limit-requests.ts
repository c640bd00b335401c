import type { APIGatewayProxyEvent } from 'aws-lambda';
import { parsePrincipal, toServicePrincipal } from '../auth/principal.ts';
import { type Endpoint, getErrorShape } from '../contract/endpoint.ts';
import { ServiceError } from '../errors/errors.ts';
import { type Answer, countForClient } from '../limits/count-answer.ts';
import { noCounts, type ResponseCounts } from '../limits/counts.ts';
import { type LimitedCaller, limitRequest } from '../limits/limited-request.ts';
import { getCost, type Limits, parseLimits } from '../limits/limits.ts';
import {
  countRead,
  findDataKind,
  findKindOfScope,
  listDatesRead,
  type ReadParts,
} from '../limits/read-marks.ts';
import type { AllDependencies } from './declared.ts';
import { getErrorStatus } from './render-error.ts';
import { getRequestTime, type Middleware, type PipelineContext } from './request.ts';

/** Begins to count a request, and charges one unit. Throws `quota_exceeded` if none is left. */
function startCounting(
  caller: LimitedCaller,
  limits: Limits,
  { table }: Partial<AllDependencies>,
  event: APIGatewayProxyEvent,
  context: PipelineContext,
): void {
  if (!table) throw new Error('serve() was not given a table.');
  const limited = limitRequest({
    caller,
    limits,
    openTable: () => table(context.useMeter),
    now: getRequestTime(event),
    requestId: event.requestContext.requestId,
    getRemainingMs: () => context.getRemainingTimeInMillis(),
  });
  context.limited = limited;
  limited.charge(1);
}

/**
 * Returns the middleware that counts requests with a token against the limits of their caller. The
 * units are charged in memory. A call of the table, if one is due, follows the response.
 */
function limitRequests(
  endpoint: Endpoint,
  dependencies: Partial<AllDependencies>,
): Middleware {
  const finish = async (
    { event, context }: { event: APIGatewayProxyEvent; context: PipelineContext },
    outcome: Outcome,
  ) => {
    const counts = countResponse(endpoint, { event, context }, outcome);
    // A failure of ours costs nothing, unless something can have been written.
    const isFree = outcome.status >= 500 && endpoint.method === 'GET';
    await context.limited?.finish(counts, isFree);
  };
  return {
    before: ({ event, context }) => {
      const { authorizer } = event.requestContext;
      const caller = parsePrincipal(authorizer);
      if (endpoint.auth === 'public' || !caller) return;
      const limits = parseLimits(authorizer?.limits);
      startCounting(caller, limits, dependencies, event, context);
    },
    after: async ({ event, context, response }) => {
      if (!context.limited) return;
      await finish({ event, context }, { status: response?.statusCode ?? 200 });
    },
    onError: async ({ event, context, error }) => {
      if (!context.limited) return;
      await finish({ event, context }, describeError(endpoint, error));
    },
  };
}

/** The end of a request. */
type Outcome = Pick<Answer, 'status' | 'code'>;

function describeError(endpoint: Endpoint, error: Error | null | undefined): Outcome {
  const code = error instanceof ServiceError ? error.code : 'internal';
  return { status: getErrorStatus(getErrorShape(endpoint), code), code };
}

/** Returns what is counted of the response to a request, for its user and for its client. */
function countResponse(
  endpoint: Endpoint,
  { event, context }: { event: APIGatewayProxyEvent; context: PipelineContext },
  outcome: Outcome,
): ResponseCounts {
  const { requestId: request_id } = event.requestContext;
  const now = getRequestTime(event);
  const { read = noCounts } = context;
  return {
    user: outcome.status < 400 ? read : noCounts,
    client: countForClient({ endpoint, ...outcome, request_id, now }),
  };
}

/**
 * Charges what a request costs beyond one unit. Throws `quota_exceeded` if so many are not left.
 */
function chargeItems({ limited }: PipelineContext, body: unknown): void {
  const more = getCost(body) - 1;
  if (more > 0) limited?.charge(more);
}

/**
 * Counts a request against the limits of the client that it has authenticated. Throws
 * `quota_exceeded` if the client has no more requests.
 */
export type LimitClient = (client_id: string, limits: Limits) => void;

/** Creates the function of an endpoint whose handler authenticates a client. */
function createClientLimit(
  { limitsClient }: Endpoint,
  dependencies: Partial<AllDependencies>,
  event: APIGatewayProxyEvent,
  context: PipelineContext,
): LimitClient | undefined {
  if (!limitsClient) return undefined;
  return (client_id, limits) => {
    const user_id = toServicePrincipal(client_id);
    const caller = { user_id, client_id, token_use: 'application' } as const;
    startCounting(caller, limits, dependencies, event, context);
  };
}

/** Returns the middleware that adds the header fields about limits to every response. */
function addLimitFields(): Middleware {
  const addFields: Middleware['after'] = ({ context, response }) => {
    if (!response) return;
    response.headers = { ...response.headers, ...context.limited?.fields() };
  };
  return { after: addFields, onError: addFields };
}

/** Notes what the reply of an endpoint that reads has of the data of the user. */
function noteReply(
  endpoint: Endpoint,
  context: PipelineContext,
  { query }: { query: unknown },
  { body }: { body?: unknown },
): void {
  const kind = findDataKind(endpoint);
  if (kind) context.read = countRead(kind, listDatesRead({ query, body }));
}

/** Notes that a handler has read data of a scope, if the endpoint does not say it. */
export type NoteRead = (scope: string, parts: ReadParts) => void;

function createReadNote(context: PipelineContext): NoteRead {
  return (scope, parts) => {
    const kind = findKindOfScope(scope);
    if (kind) context.read = countRead(kind, listDatesRead(parts));
  };
}

/**
 * Limits the requests of users and clients, and counts their answers. Endpoints that do neither
 * have nothing of it in their bundles.
 */
export const limiter = {
  limitRequests,
  chargeItems,
  noteReply,
  createReadNote,
  createClientLimit,
  addLimitFields,
};
export type Limiter = typeof limiter;
