import type { RequestListener, ServerResponse } from 'node:http';
import { contentSecurity } from '#shared/contract/security-headers.ts';
import type { OutgoingResponse, RequestHead } from '../http/message.ts';
import type { ReadRequestHead } from '../http/request-head.ts';
import { removeUnlessTls } from '../http/transport-security.ts';
import type { CacheBehavior, Distribution } from '../template/distribution.ts';
import { fetchFromOrigin, type OriginDeps } from './origin.ts';

/** What the CDN needs from the rest of the runner. */
interface CdnDeps extends OriginDeps {
  /** Replaces AWS addresses in a text with local addresses. */
  toLocal(text: string): string;
}

function renderText(status: number, message: string): OutgoingResponse {
  return {
    status,
    headers: Object.entries({ 'Content-Type': 'text/plain', ...contentSecurity }),
    body: Buffer.from(message),
  };
}

/** Runs the viewer-request function, and sends its request to the origins. */
async function serveBehavior(
  behavior: CacheBehavior,
  head: RequestHead,
  deps: CdnDeps,
): Promise<OutgoingResponse> {
  const handled = behavior.handleViewerRequest(head.path);
  if (typeof handled !== 'string') return replaceAddresses(handled, deps);
  return fetchWithFailover(behavior, { ...head, path: handled }, deps);
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

  return response ?? renderText(404, 'Not found');
}

/** Responds as the distribution does, but without its cache: every request reaches an origin. */
async function respond(
  { behaviors }: Distribution,
  head: RequestHead,
  deps: CdnDeps,
): Promise<OutgoingResponse> {
  if (!['GET', 'HEAD'].includes(head.method))
    return renderText(403, 'Method not allowed; allowed: GET, HEAD');

  const behavior = behaviors.find(({ pattern }) => pattern.test(head.path));
  if (!behavior) return renderText(404, 'Not found');

  const response = await serveBehavior(behavior, head, deps);
  const headers = removeUnlessTls(
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
  const length = hasBody ? [['Content-Length', String(body.length)]] : [];
  response.writeHead(status, [...headers, ...length].flat());
  response.end(hasBody && method !== 'HEAD' ? body : undefined);
}

/** Creates the request listener of the distribution. */
export function createCdn(
  distribution: Distribution,
  readHead: ReadRequestHead,
  deps: CdnDeps,
): RequestListener {
  return (message, response) => {
    message.resume();
    const head = readHead(message);

    respond(distribution, head, deps)
      .catch((error: Error) => {
        deps.warn(`The local CDN failed: ${error.stack}`);
        return renderText(502, 'The origin could not be reached.');
      })
      .then((rendered) => sendResponse(response, head.method, rendered))
      .catch(() => response.destroy());
  };
}
