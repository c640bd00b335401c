import {
  get,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream/promises';
import { isEqualInConstantTime } from '#shared/auth/secrets.ts';
import { getSecurityHeaders } from '#shared/contract/response-headers.ts';
import { createDownloadUrl, type UrlSigner } from '#shared/objects/download-url.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Clock } from '../host/clock.ts';
import { getScheme } from '../http/request-head.ts';

interface SignedDownloadDeps {
  /** The address and the key with which functions sign URLs. */
  signer: Required<UrlSigner> & { endpoint: string };
  /** Address of the S3 server, without a trailing slash. */
  s3: string;
  clock: Pick<Clock, 'now'>;
  warn: (line: string) => void;
}

const signatureParameter = 'X-Amz-Signature';

/** The request headers that are passed on to the S3 server. */
const forwardedHeaders = ['range', 'if-range', 'if-none-match', 'if-modified-since'];

/** Parses a time as SigV4 formats it, e.g. `20261120T093000Z`. */
function parseSignedTime(text: string): Date {
  const [, year, month, day, hours, minutes, seconds] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  return new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
}

/**
 * Returns whether a function has signed a URL that has not expired. Signs the same download again
 * and compares the URLs, which detects any change.
 */
async function isSigned(
  url: URL,
  { signer, clock }: SignedDownloadDeps,
): Promise<boolean> {
  const { searchParams: query, pathname } = url;
  const signedAt = parseSignedTime(query.get('X-Amz-Date') ?? '');
  const lifetimeMs = Number(query.get('X-Amz-Expires')) * 1000;
  const endsAt = new Date(signedAt.getTime() + lifetimeMs);
  // An invalid time is NaN, which is not greater than any number.
  const isActive = endsAt.getTime() > clock.now();
  if (!isActive) return false;

  const [, bucket = '', ...segments] = pathname.split('/');
  const disposition = query.get('response-content-disposition') ?? '';
  const [, fileName = ''] = /filename="(.*)"$/.exec(disposition) ?? [];
  const type = query.get('response-content-type') ?? '';
  const download = { bucket, key: segments.join('/'), fileName, type, endsAt };
  const expected = await createDownloadUrl(download, signedAt, signer);
  return isEqualInConstantTime(new URL(expected).href, url.href);
}

function selectRequestHeaders({ headers }: IncomingMessage): Record<string, string> {
  const selected = forwardedHeaders.map((name) => [name, headers[name]]);
  return compact(Object.fromEntries(selected)) as Record<string, string>;
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  deps: SignedDownloadDeps,
): Promise<void> {
  const security = getSecurityHeaders(getScheme(deps.signer.endpoint));
  const isAllowed = request.method === 'GET' && (await isSigned(url, deps));
  if (!isAllowed) {
    response.writeHead(403, { 'Content-Type': 'text/plain', ...security });
    response.end('The link has expired. Open the download again in your account.');
    return;
  }

  const source = `${deps.s3}${url.pathname}${url.search}`;
  const object = await fetchObject(source, selectRequestHeaders(request));
  response.writeHead(object.statusCode ?? 502, { ...object.headers, ...security });
  await pipeline(object, response);
}

/**
 * Returns a request listener that serves presigned S3 URLs at a public address, because the S3
 * server is not reachable from outside. It passes every other request to `next`.
 */
export function serveSignedDownloads(
  next: RequestListener,
  deps: SignedDownloadDeps,
): RequestListener {
  return (request, response) => {
    const url = URL.parse(request.url ?? '/', deps.signer.endpoint);
    if (!url?.searchParams.has(signatureParameter)) return next(request, response);

    respond(request, response, url, deps).catch((error: NodeJS.ErrnoException) => {
      const isAborted = error.code === 'ERR_STREAM_PREMATURE_CLOSE';
      if (!isAborted) deps.warn(`A download failed: ${error.message}`);
      response.destroy();
    });
  };
}

/** Sends a GET request to the S3 server. Rejects if the server cannot be reached. */
function fetchObject(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject);
  });
}
