import type { RequestListener, ServerResponse } from 'node:http';
import { getSecurityHeaders } from '#shared/contract/response-headers.ts';
import {
  getHeader,
  type OutgoingResponse,
  type RequestHead,
  removeHstsUnlessTls,
} from '../http/message.ts';
import type { ReadRequestHead } from '../http/request-head.ts';
import type { CacheBehavior, Distribution } from '../template/distribution.ts';
import { fetchFromOrigin, type OriginDeps } from './origin.ts';

interface CdnDeps extends OriginDeps {
  /** Replaces AWS addresses in a text with local addresses. */
  toLocal(text: string): string;
}

function renderText(
  status: number,
  message: string,
  { scheme }: Pick<RequestHead, 'scheme'>,
): OutgoingResponse {
  const security = getSecurityHeaders(scheme);
  return {
    status,
    headers: Object.entries({ 'Content-Type': 'text/plain', ...security }),
    body: Buffer.from(message),
  };
}

/**
 * Runs the viewer-request function. Returns its response, or if it returns a rewritten path, the
 * response of the origins to that path.
 */
async function serveBehavior(
  behavior: CacheBehavior,
  head: RequestHead,
  deps: CdnDeps,
  sharePending: SharePending<OutgoingResponse>,
): Promise<OutgoingResponse> {
  const pathOrResponse = behavior.handleViewerRequest(head.path);
  if (typeof pathOrResponse !== 'string') return replaceAddresses(pathOrResponse, deps);

  const request = { ...head, path: pathOrResponse };
  const fetchResponse = () => fetchWithFailover(behavior, request, deps);
  if (!canShare(behavior, request)) return fetchResponse();
  return sharePending(`${request.method} ${request.path}`, fetchResponse);
}

/**
 * Returns whether simultaneous requests for a path share one response, as with CloudFront's request
 * collapsing. Only image behaviors have failover: their second origin then renders a new variant
 * once. A conditional request shares no response, because its response may be a 304.
 */
function canShare({ failover }: CacheBehavior, { headers }: RequestHead): boolean {
  const conditions = ['if-none-match', 'if-modified-since'];
  const isConditional = conditions.some((name) => getHeader(headers, name) !== undefined);
  return failover.length > 0 && !isConditional;
}

function replaceAddresses(
  { headers, ...response }: OutgoingResponse,
  { toLocal }: CdnDeps,
): OutgoingResponse {
  return { ...response, headers: headers.map(([name, value]) => [name, toLocal(value)]) };
}

/** Tries the origins in order until one returns a status that does not trigger failover. */
async function fetchWithFailover(
  { origins, failover }: CacheBehavior,
  head: RequestHead,
  deps: OriginDeps,
): Promise<OutgoingResponse> {
  let response: OutgoingResponse | undefined;

  for (const origin of origins) {
    if (response && !failover.includes(response.status)) break;
    response = await fetchFromOrigin(origin, head, deps);
  }

  return response ?? renderText(404, 'Not found', head);
}

/** Responds as the distribution does, but without its cache: every request reaches an origin. */
async function respond(
  { behaviors }: Distribution,
  head: RequestHead,
  deps: CdnDeps,
  sharePending: SharePending<OutgoingResponse>,
): Promise<OutgoingResponse> {
  if (!['GET', 'HEAD'].includes(head.method))
    return renderText(403, 'Method not allowed; allowed: GET, HEAD', head);

  const behavior = behaviors.find(({ pattern }) => pattern.test(head.path));
  if (!behavior) return renderText(404, 'Not found', head);

  const response = await serveBehavior(behavior, head, deps, sharePending);
  const headers = removeHstsUnlessTls(
    [...response.headers, ...behavior.headers],
    head.scheme,
  );
  return { ...response, headers };
}

function sendResponse(
  response: ServerResponse,
  method: string,
  { status, headers, body }: OutgoingResponse,
): void {
  const hasBody = status !== 304;
  const lengthHeader = hasBody ? [['Content-Length', String(body.length)]] : [];
  response.writeHead(status, [...headers, ...lengthHeader].flat());
  response.end(hasBody && method !== 'HEAD' ? body : undefined);
}

/** Creates the request listener of the distribution. */
export function createCdn(
  distribution: Distribution,
  readHead: ReadRequestHead,
  deps: CdnDeps,
): RequestListener {
  const sharePending = createSharePending<OutgoingResponse>();

  return (message, response) => {
    // Discards the body, if the request has one.
    message.resume();
    const head = readHead(message);

    respond(distribution, head, deps, sharePending)
      .catch((error: Error) => {
        deps.warn(`The local CDN failed: ${error.stack}`);
        return renderText(502, 'The origin could not be reached.', head);
      })
      .then((rendered) => sendResponse(response, head.method, rendered))
      .catch(() => response.destroy());
  };
}

/** Runs work, or returns the pending result of earlier work with the same key. */
type SharePending<Result> = (key: string, work: () => Promise<Result>) => Promise<Result>;

/** Creates a function that runs work once for all simultaneous calls with the same key. */
export function createSharePending<Result>(): SharePending<Result> {
  const pending = new Map<string, Promise<Result>>();

  return (key, work) => {
    const pendingResult = pending.get(key);
    if (pendingResult) return pendingResult;

    const result = work().finally(() => pending.delete(key));
    pending.set(key, result);
    return result;
  };
}
