import * as z from 'zod/mini';
import {
  createRequest,
  type ProviderFailure,
  type ProviderRequest,
} from '#functions/connections/provider-definition/call.ts';
import { failure, success } from '#shared/runtime/result.ts';

/** Withings sends the HTTP status 200 even for errors. The status in the body decides. */
const Envelope = z.object({
  status: z.int(),
  body: z._default(z.unknown(), {}),
  error: z.catch(z.optional(z.string()), undefined),
});

// The statuses in the body that need an action of their own (developer.withings.com).
const unauthorized = [100, 101, 102, 200, 401];
const forbidden = [214, 277, 2553, 2554, 2555];
const rateLimited = 601;
const timedOut = 522;
const wrongParameters = 503;

/** Withings limits requests by the minute. */
const rateLimitSeconds = 60;

function interpretStatus(status: number): ProviderFailure {
  if (unauthorized.includes(status)) return { kind: 'unauthorized' };
  if (forbidden.includes(status)) return { kind: 'insufficient_scope' };
  if (status === rateLimited) {
    return { kind: 'rate_limited', retry_after: rateLimitSeconds };
  }
  if (status === timedOut) return { kind: 'unavailable', cause: 'status' };
  return { kind: 'rejected', status };
}

/**
 * Interprets the status of a token call. The status of wrong parameters means that the code or the
 * token is rejected, unless the text names our client.
 */
function interpretTokenStatus(
  status: number,
  error: string | undefined,
): ProviderFailure {
  if (/client/i.test(error ?? '')) return { kind: 'invalid_client' };
  if (status === wrongParameters || unauthorized.includes(status)) {
    return { kind: 'invalid_grant' };
  }
  return forbidden.includes(status)
    ? { kind: 'rejected', status }
    : interpretStatus(status);
}

const requestEnvelope = createRequest({ isOwnError: () => false });

/** Returns the function that sends a request and returns the body in the envelope. */
function requestBody(
  interpret: (status: number, error: string | undefined) => ProviderFailure,
): ProviderRequest {
  return async (context, request, schema) => {
    const response = await requestEnvelope(context, request, Envelope);
    if (!response.ok) return response;

    const { status, body, error } = response.value;
    if (status !== 0) return failure(interpret(status, error));
    const parsed = schema.safeParse(body);
    return parsed.success ? success(parsed.data) : failure({ kind: 'malformed' });
  };
}

/** Whether a list goes on, which is a boolean, a number, or the text of one. */
export const More = z.pipe(
  z.unknown(),
  z.transform((more) => [true, 1, 'true', '1'].includes(more as string)),
);

/** Sends a request for data. */
export const requestWithings = requestBody(interpretStatus);

/** Sends a request for tokens. */
export const requestWithingsTokens = requestBody(interpretTokenStatus);
