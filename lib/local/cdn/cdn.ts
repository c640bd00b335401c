import type { RequestListener, ServerResponse } from 'node:http';
import type { IncomingRequest, OutgoingResponse } from '../gateway/message.ts';
import { receiveHead } from '../gateway/receive.ts';
import type { Behavior, Distribution } from './distribution.ts';
import { askOrigin, type OriginSurroundings } from './origin.ts';

export type CdnRequest = Omit<IncomingRequest, 'body'>;

const plain = (status: number, sentence: string): OutgoingResponse => ({
  status,
  headers: [['Content-Type', 'text/plain']],
  body: Buffer.from(sentence),
});

/** Asks the origins of a behavior in their order, until one has an answer that is none to go on after. */
async function answer(
  { origins, failover, rewrite }: Behavior,
  request: CdnRequest,
  surroundings: OriginSurroundings,
): Promise<OutgoingResponse> {
  const path = rewrite(request.path);
  let response: OutgoingResponse | undefined;
  for (const origin of origins) {
    if (response && !failover.includes(response.status)) break;
    response = await askOrigin(origin, { ...request, path }, surroundings);
  }
  return response ?? plain(404, 'There is nothing here.');
}

/** Answers as a distribution does, but for its cache: what is stored once is served from the store each time. */
async function serve(
  { behaviors }: Distribution,
  request: CdnRequest,
  surroundings: OriginSurroundings,
): Promise<OutgoingResponse> {
  if (!['GET', 'HEAD'].includes(request.method))
    return plain(403, 'This distribution answers GET and HEAD only.');
  const behavior = behaviors.find(({ pattern }) => pattern.test(request.path));
  if (!behavior) return plain(404, 'There is nothing here.');
  const response = await answer(behavior, request, surroundings);
  return { ...response, headers: [...response.headers, ...behavior.headers] };
}

function send(
  response: ServerResponse,
  method: string,
  { status, headers, body }: OutgoingResponse,
): void {
  const hasBody = status !== 304;
  const length = hasBody ? [['Content-Length', String(body.length)]] : [];
  response.writeHead(status, [...headers, ...length].flat());
  response.end(hasBody && method !== 'HEAD' ? body : undefined);
}

/** Makes the request listener that stands for the distribution. */
export function createCdn(
  distribution: Distribution,
  surroundings: OriginSurroundings,
): RequestListener {
  return (message, response) => {
    message.resume();
    const request = receiveHead(message);
    serve(distribution, request, surroundings)
      .catch((error: Error) => {
        surroundings.notice(`The local CDN failed: ${error.stack}`);
        return plain(502, 'The origin could not be reached.');
      })
      .then((answered) => send(response, request.method, answered))
      .catch(() => response.destroy());
  };
}
