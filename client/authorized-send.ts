import { readError } from './fitness-data-error.ts';
import { creatingPaths } from './openapi/creating-paths.ts';
import type { SendRequest } from './retries.ts';
import type { TokenSession } from './session.ts';
import type { SessionTokens } from './token-endpoint.ts';

interface AuthorizedSendOptions {
  session: TokenSession;
  clientId: string;
  send: SendRequest;
  /** Whether the service refuses names that it does not know. */
  isStrict: boolean;
}

/** An access token is refreshed this many ms before it expires. */
const refreshAheadMs = 60_000;

/** Matches the paths of the diary's host, whose requests need the identity headers. */
const diaryPath = /\/v2\/(?:diary|measurements)(?:\/|$)/;

/** The creating paths as patterns: without the last slash, and with any segment as a parameter. */
const creatingPatterns = creatingPaths.map((path) =>
  path.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '[^/]+'),
);

/** Matches the paths whose POST creates something and accepts an `Idempotency-Key`. */
const creatingPath = new RegExp(`/v[\\d.]+(?:${creatingPatterns.join('|')})/?$`);

const getPath = ({ url }: Request) => new URL(url).pathname;

const isCreating = (request: Request) =>
  request.method === 'POST' && creatingPath.test(getPath(request));

const isFresh = ({ expires_at = Number.POSITIVE_INFINITY }: SessionTokens) =>
  expires_at - Date.now() > refreshAheadMs;

/**
 * Creates a function that sends a request with the access token, the identity headers of the diary
 * and, if it creates something, an `Idempotency-Key`. It refreshes a token that expired or is
 * rejected, and throws a `FitnessDataError` if the response is an error.
 */
export function createAuthorizedSend(options: AuthorizedSendOptions): SendRequest {
  const { session, clientId, send, isStrict } = options;

  /** Returns a copy of the request, so that it can be sent again with other tokens. */
  function authorize(request: Request, tokens: SessionTokens): Request {
    const authorized = request.clone();
    const { headers } = authorized;
    headers.set('Authorization', `Bearer ${tokens.access_token}`);
    if (diaryPath.test(getPath(request))) {
      headers.set('svc-client-id', clientId);
      headers.set('svc-user-id', tokens.user_id);
    }
    return authorized;
  }

  async function sendWithTokens(request: Request): Promise<Response> {
    const stored = await session.requireTokens();
    const tokens = isFresh(stored) ? stored : await session.refresh(stored);
    const response = await send(authorize(request, tokens));
    if (response.status !== 401) return response;

    return send(authorize(request, await session.refresh(tokens)));
  }

  return async (request) => {
    if (isStrict && !request.headers.has('Prefer'))
      request.headers.set('Prefer', 'handling=strict');
    const needsKey = isCreating(request) && !request.headers.has('Idempotency-Key');
    if (needsKey) request.headers.set('Idempotency-Key', crypto.randomUUID());

    const response = await sendWithTokens(request);
    if (response.status >= 400) throw await readError(response);
    return response;
  };
}
