import * as z from 'zod/mini';
import {
  createRequest,
  hasShape,
  type ProviderFailure,
} from '#functions/connections/provider-definition/call.ts';
import {
  type CallResponse,
  readRetryAfter,
  tryParseJson,
} from '#shared/outgoing/outgoing.ts';

/** Strava reports failures as faults, not as OAuth errors (developers.strava.com, Fault). */
const Fault = z.object({
  errors: z.array(
    z.object({ resource: z.string(), field: z.string(), code: z.string() }),
  ),
});

/** The windows of the rate limits end with each quarter of an hour. */
const windowSeconds = 15 * 60;

/** Sends a request to Strava. */
export const requestStrava = createRequest({
  isOwnError: hasShape(Fault),
  interpret: interpretFault,
});

function interpretFault(response: CallResponse, now: Date): ProviderFailure | undefined {
  if (response.status === 429) return toRateLimit(response, now);

  // A 403 concerns our application as a whole: missing scopes have the status 401.
  if (response.status === 403) return { kind: 'invalid_client' };

  const parsed = Fault.safeParse(tryParseJson(response.text));
  const [fault] = parsed.success ? parsed.data.errors : [];
  if (!fault) return undefined;

  const { resource, field, code } = fault;
  if (resource === 'RefreshToken' || resource === 'AuthorizationCode') {
    return { kind: 'invalid_grant' };
  }
  // A missing scope has the status 401 as well, but a new token would not have the scope either.
  if (code === 'missing' && field.endsWith('_permission')) {
    return { kind: 'insufficient_scope' };
  }
  if (resource === 'Application' && code === 'invalid') return { kind: 'invalid_client' };
  return undefined;
}

/** Returns a limit that lasts until the window ends, because Strava rarely sends Retry-After. */
function toRateLimit(response: CallResponse, now: Date): ProviderFailure {
  const elapsed = Math.floor(now.getTime() / 1000) % windowSeconds;
  const retry_after = readRetryAfter(response, now) ?? windowSeconds - elapsed;
  return { kind: 'rate_limited', retry_after };
}
