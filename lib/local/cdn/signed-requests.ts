import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
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
  /** Responds as S3 does, without verifying the signature. */
  respondAsS3: RequestListener;
  objects: ObjectFolder;
  corsRules: readonly CorsRule[];
  clock: Pick<Clock, 'now'>;
  warn: (line: string) => void;
}

const expiredText = 'The link has expired. Open the download again in your account.';
const refusedText = 'The URL has expired, or the request is not the one that was signed.';

function respond(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  { signer, clock, corsRules, respondAsS3 }: SignedRequestDeps,
): void {
  const cors = buildCorsHeaders(request, url, corsRules);
  const headers = { ...getSecurityHeaders(getScheme(signer.endpoint)), ...cors };
  response.setHeaders(new Map(Object.entries(headers)));
  if (request.method === 'OPTIONS') {
    response.writeHead(cors ? 200 : 403).end();
  } else if (isPresigned(request, url, signer, clock.now())) {
    // Exactly what was signed.
    request.url = `${url.pathname}${url.search}`;
    respondAsS3(request, response);
  } else {
    response.writeHead(403, { 'Content-Type': 'text/plain' });
    response.end(request.method === 'GET' ? expiredText : refusedText);
  }
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
  return (request, response) => {
    const url = URL.parse(request.url ?? '/', deps.signer.endpoint);
    if (url?.searchParams.has(signatureParameter))
      return respond(request, response, url, deps);
    const [, bucket = ''] = url?.pathname.split('/') ?? [];
    const isUpload = isForm(request) && deps.objects.hasBucket(bucket);
    if (!isUpload) return next(request, response);

    receiveForm(request, response, bucket, deps).catch((error: NodeJS.ErrnoException) => {
      const isAborted = request.destroyed && !request.complete;
      if (!isAborted && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
        deps.warn(`An upload failed: ${error.message}`);
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
