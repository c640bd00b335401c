import type { APIGatewayProxyEvent } from 'aws-lambda';
import { toServicePrincipal } from '../auth/principal.ts';
import { type Endpoint, getErrorShape } from '../contract/endpoint.ts';
import { ServiceError } from '../errors/errors.ts';
import { type CountedCaller, countRequest } from '../quota/counted-request.ts';
import {
  type CountedResponse,
  countForClient,
  noCounts,
  toEndpointClass,
} from '../quota/counts.ts';
import { type ClientQuotas, getCost, parseQuotas } from '../quota/quotas.ts';
import {
  countRead,
  findDataKind,
  findKindOfScope,
  listDatesRead,
  type ReadParts,
} from '../quota/read-marks.ts';
import { newMeter } from '../runtime/log.ts';
import type { AllDependencies } from './declared.ts';
import { getErrorStatus } from './render-error.ts';
import type { Middleware, PipelineContext } from './request.ts';

/** Notes that a handler has read data of a scope, if the endpoint does not say it. */
export type RecordRead = (scope: string, parts: ReadParts) => void;

/**
 * Counts a request against the limits of the client that it has authenticated. Throws
 * `quota_exceeded` if the client has no more requests.
 */
export type ChargeClient = (client_id: string, limits: ClientQuotas) => void;

/** The end of a request. */
type Outcome = Pick<CountedResponse, 'status' | 'code'>;

/**
 * Creates what limits the requests of an endpoint by their user and client, and counts their
 * responses. Units are charged in memory. A call of the table, if one is due, follows the response.
 * Endpoints that do neither have nothing of it in their bundles.
 */
export function createRequestQuota(
  endpoint: Endpoint,
  { table }: Pick<AllDependencies, 'table'>,
) {
  const endpointClass = toEndpointClass(endpoint);
  const kind = findDataKind(endpoint);

  /** Begins to count a request, and charges one unit. Throws `quota_exceeded` if none is left. */
  function start(
    caller: CountedCaller,
    limits: ClientQuotas,
    { requestContext }: APIGatewayProxyEvent,
    context: PipelineContext,
  ): void {
    const meter = newMeter();
    context.useMeter = meter;
    context.limited = countRequest({
      caller,
      limits,
      openTable: () => table(meter),
      now: context.now,
      requestId: requestContext.requestId,
      getRemainingMs: () => context.getRemainingTimeInMillis(),
    });
    context.limited.charge(1);
  }

  async function finish(
    { requestContext }: APIGatewayProxyEvent,
    { limited, read = noCounts, now }: PipelineContext,
    outcome: Outcome,
  ): Promise<void> {
    if (!limited) return;
    const { requestId: request_id } = requestContext;
    const counted = { endpoint, endpointClass, ...outcome, request_id, now };
    const counts = {
      user: outcome.status < 400 ? read : noCounts,
      client: countForClient(counted),
    };
    // A failure of ours costs nothing, unless something can have been written.
    const isFree = outcome.status >= 500 && endpoint.method === 'GET';
    await limited.finish(counts, isFree);
  }

  const countRequests: Middleware = {
    before: ({ event, context }) => {
      const { caller } = context;
      if (endpoint.auth === 'public' || !caller) return;
      const limits = parseQuotas(event.requestContext.authorizer?.limits);
      start(caller, limits, event, context);
    },
    after: ({ event, context, response }) =>
      finish(event, context, { status: response?.statusCode ?? 200 }),
    onError: ({ event, context, error }) =>
      finish(event, context, describeError(endpoint, error)),
  };

  const addFields: Middleware['after'] = ({ context, response }) => {
    if (!response) return;
    response.headers = { ...response.headers, ...context.limited?.fields() };
  };

  return {
    /** The middleware that counts requests with a token against the limits of their caller. */
    countRequests,
    /** The middleware that adds the header fields about limits to every response. */
    addQuotaFields: { after: addFields, onError: addFields },

    /** Starts to count a request against the limits of a client that its handler authenticated. */
    chargeClient: (
      client_id: string,
      limits: ClientQuotas,
      event: APIGatewayProxyEvent,
      context: PipelineContext,
    ) => {
      const user_id = toServicePrincipal(client_id);
      const caller = { user_id, client_id, token_use: 'application' } as const;
      start(caller, limits, event, context);
    },

    /**
     * Charges what a request costs beyond one unit. Throws `quota_exceeded` if so many are not
     * left.
     */
    chargeItems: ({ limited }: PipelineContext, body: unknown) => {
      const more = getCost(body) - 1;
      if (more > 0) limited?.charge(more);
    },

    /** Records what the response of an endpoint that reads has of the data of the user. */
    recordResponse: (context: PipelineContext, parts: ReadParts) => {
      if (kind) context.read = countRead(kind, listDatesRead(parts));
    },

    /** Records that a handler has read data of a scope. */
    recordRead: (context: PipelineContext, scope: string, parts: ReadParts) => {
      const kindOfScope = findKindOfScope(scope);
      if (kindOfScope) context.read = countRead(kindOfScope, listDatesRead(parts));
    },
  };
}
export type RequestQuota = ReturnType<typeof createRequestQuota>;

function describeError(endpoint: Endpoint, error: Error | null | undefined): Outcome {
  const code = error instanceof ServiceError ? error.code : 'internal';
  return { status: getErrorStatus(getErrorShape(endpoint), code), code };
}
