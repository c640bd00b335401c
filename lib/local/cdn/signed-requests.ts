import {
  Agent,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import { pipeline } from 'node:stream/promises';
import { getSecurityHeaders } from '#shared/contract/response-headers.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { ObjectFolder } from '../engines/objects/object-folder.ts';
import type { Clock } from '../host/clock.ts';
import { getScheme } from '../http/request-head.ts';
import type { CorsRule } from '../template/resources.ts';
import { receiveForm } from './signed-form.ts';
import { isPresigned, type LocalSigner, signatureParameter } from './signed-url.ts';

/** Needs of the public address of the S3 server. */
export interface SignedRequestDeps {
  signer: LocalSigner;
  /** Address of the S3 server, without a trailing slash. */
  s3: string;
  objects: ObjectFolder;
  corsRules: readonly CorsRule[];
  clock: Pick<Clock, 'now'>;
  warn: (line: string) => void;
}

/** The request headers that are passed on to the S3 server. */
const forwardedHeaders = [
  'range',
  'if-range',
  'if-none-match',
  'if-modified-since',
  'content-length',
];

function selectRequestHeaders({ headers }: IncomingMessage): Record<string, string> {
  const selected = forwardedHeaders.map((name) => [name, headers[name]]);
  return compact(Object.fromEntries(selected)) as Record<string, string>;
}

/**
 * Unlike the usual one, it uses no proxy that the environment names. A connection that ends with
 * its response would end that of the client, too, whose `fetch` fails if it has not read all then.
 */
const agent = new Agent({ keepAlive: true });

/** Sends the request to the S3 server, which streams. Rejects if it cannot be reached. */
async function forward(
  message: IncomingMessage,
  { pathname, search }: URL,
  { s3 }: SignedRequestDeps,
): Promise<IncomingMessage> {
  const { promise: received, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { method } = message;
  const headers = selectRequestHeaders(message);
  const forwarded = sendRequest(
    `${s3}${pathname}${search}`,
    compact({ method, headers, agent }),
  );
  forwarded.on('response', resolve).on('error', reject);
  // Without its body, the request never arrives whole, so half an object is never stored.
  pipeline(message, forwarded).catch(reject);
  return received;
}

const expiredText = 'The link has expired. Open the download again in your account.';
const refusedText = 'The URL has expired, or the request is not the one that was signed.';

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  deps: SignedRequestDeps,
): Promise<void> {
  const { signer, clock, corsRules } = deps;
  const cors = buildCorsHeaders(request, url, corsRules);
  const headers = { ...getSecurityHeaders(getScheme(signer.endpoint)), ...cors };
  if (request.method === 'OPTIONS') {
    response.writeHead(cors ? 200 : 403, headers).end();
    return;
  }
  if (!isPresigned(request, url, signer, clock.now())) {
    response.writeHead(403, { 'Content-Type': 'text/plain', ...headers });
    response.end(request.method === 'GET' ? expiredText : refusedText);
    return;
  }

  const object = await forward(request, url, deps);
  response.writeHead(object.statusCode ?? 502, { ...object.headers, ...headers });
  await pipeline(object, response);
}

/** Returns whether a request sends a form to a bucket. */
function isForm({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && headers['content-type']?.startsWith('multipart/') === true;
}

/**
 * Returns a request listener that serves presigned requests and forms of S3 at a public address,
 * because the S3 server is not reachable from outside. It passes every other request to `next`.
 */
export function serveSignedRequests(
  next: RequestListener,
  deps: SignedRequestDeps,
): RequestListener {
  const findResponse = (request: IncomingMessage, response: ServerResponse) => {
    const url = URL.parse(request.url ?? '/', deps.signer.endpoint);
    if (url?.searchParams.has(signatureParameter))
      return respond(request, response, url, deps);
    const [, bucket = ''] = url?.pathname.split('/') ?? [];
    const isUpload = isForm(request) && deps.objects.hasBucket(bucket);
    return isUpload ? receiveForm(request, response, bucket, deps) : undefined;
  };
  return (request, response) => {
    const responding = findResponse(request, response);
    if (!responding) return next(request, response);

    responding.catch((error: NodeJS.ErrnoException) => {
      const isAborted = request.destroyed && !request.complete;
      if (!isAborted && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
        deps.warn(`A download or upload failed: ${error.message}`);
      response.destroy();
    });
  };
}

/**
 * Returns the headers with which a bucket allows a request of a page of any other origin, or a
 * preflight for one. Returns undefined if no rule of the bucket allows it.
 */
function buildCorsHeaders(
  { method, headers }: IncomingMessage,
  { pathname }: URL,
  rules: readonly CorsRule[],
): Record<string, string> | undefined {
  const wanted = headers['access-control-request-method'] ?? method ?? '';
  const rule = rules.find(
    ({ bucket, methods }) =>
      pathname.startsWith(`/${bucket}/`) && methods.includes(wanted),
  );
  if (!rule || headers.origin === undefined) return undefined;
  return compact({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': rule.methods.join(', '),
    'Access-Control-Allow-Headers': headers['access-control-request-headers'],
    'Access-Control-Expose-Headers': rule.exposedHeaders.join(', '),
  });
}
