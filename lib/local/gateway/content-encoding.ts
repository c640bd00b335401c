import { promisify } from 'node:util';
import {
  createGunzip,
  createInflate,
  deflate,
  deflateSync,
  gzip,
  gzipSync,
} from 'node:zlib';
import Negotiator from 'negotiator';
import { getHeader, type HeaderLines, type OutgoingResponse } from '../http/message.ts';
import { createGatewayError, isGatewayError } from './gateway-error.ts';
import { apiGatewayLimits, type BodyAccount, tooManyBodies } from './request-body.ts';

const decoders = new Map([
  ['gzip', createGunzip],
  ['deflate', createInflate],
]);
const encoders = new Map([
  ['gzip', { encodeAtOnce: gzipSync, encodeInThread: promisify(gzip) }],
  ['deflate', { encodeAtOnce: deflateSync, encodeInThread: promisify(deflate) }],
]);

/**
 * The most bytes of a body that is compressed at once, within 0.3 ms. A stream and another thread
 * would take two to three times the CPU time of a small body.
 */
const maxBytesAtOnce = 16_384;

/**
 * Decompresses a request body by its Content-Encoding, which the caller keeps as API Gateway does.
 * Throws a gateway error: 415 if the coding is unknown or the body does not have it, 413 if the
 * result exceeds the limit, 503 if it may not be kept.
 * Source: "Call an API method with a compressed payload".
 */
export async function decodeBody(
  body: Buffer,
  headers: HeaderLines,
  keep: BodyAccount['keep'],
): Promise<Buffer> {
  const coding = getHeader(headers, 'content-encoding')?.trim().toLowerCase();
  if (!coding || coding === 'identity') return body;

  const createDecoder = decoders.get(coding);
  if (!createDecoder) throw createGatewayError('UNSUPPORTED_MEDIA_TYPE');

  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of createDecoder().end(body) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > apiGatewayLimits.payload) throw createGatewayError('REQUEST_TOO_LARGE');
      if (!keep(chunk.length))
        throw createGatewayError('AUTHORIZER_FAILURE', tooManyBodies);
      chunks.push(chunk);
    }
  } catch (error) {
    throw isGatewayError(error) ? error : createGatewayError('UNSUPPORTED_MEDIA_TYPE');
  }
  return Buffer.concat(chunks);
}

/** Returns the coding that the client prefers, even if the gateway does not support it. */
function selectCoding(requestHeaders: HeaderLines): string {
  const accepted = getHeader(requestHeaders, 'accept-encoding');
  if (accepted === undefined) return 'identity';

  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } });
  const [preferred = 'identity'] = negotiator.encodings();
  return preferred.toLowerCase();
}

function isCompressible(
  { body, headers }: OutgoingResponse,
  minimumSize: number,
): boolean {
  const isEncoded = getHeader(headers, 'content-encoding') !== undefined;
  return !isEncoded && body.length > 0 && body.length >= minimumSize;
}

/**
 * Compresses a response if the API, the size of the body and the client allow it. Like API Gateway,
 * considers only the client's preferred coding, and adds no Vary header.
 * Source: "Receive an API response with a compressed payload" and "Enable payload compression".
 */
export async function encodeResponse(
  response: OutgoingResponse,
  requestHeaders: HeaderLines,
  minimumSize: number | undefined,
): Promise<OutgoingResponse> {
  if (minimumSize === undefined || !isCompressible(response, minimumSize))
    return response;

  const coding = selectCoding(requestHeaders);
  const encoder = encoders.get(coding);
  if (!encoder) return response;

  const { body } = response;
  const { encodeAtOnce, encodeInThread } = encoder;
  const headers = response.headers.filter(
    ([name]) => name.toLowerCase() !== 'content-length',
  );
  return {
    ...response,
    headers: [...headers, ['Content-Encoding', coding]],
    body: body.length <= maxBytesAtOnce ? encodeAtOnce(body) : await encodeInThread(body),
  };
}
