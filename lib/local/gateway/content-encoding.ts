import { promisify } from 'node:util';
import { deflate, deflateSync, gunzip, gzip, gzipSync, inflate } from 'node:zlib';
import Negotiator from 'negotiator';
import { getHeader, type HeaderLines, type OutgoingResponse } from '../http/message.ts';
import { createGatewayError } from './gateway-error.ts';
import { apiGatewayLimits } from './request-body.ts';

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
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
 * result exceeds the limit. Source: "Call an API method with a compressed payload".
 */
export async function decodeBody(body: Buffer, headers: HeaderLines): Promise<Buffer> {
  const coding = getHeader(headers, 'content-encoding')?.trim().toLowerCase();
  if (!coding || coding === 'identity') return body;

  const decode = decoders.get(coding);
  if (!decode) throw createGatewayError('UNSUPPORTED_MEDIA_TYPE');

  try {
    return await decode(body, { maxOutputLength: apiGatewayLimits.payload });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw createGatewayError(isTooLarge ? 'REQUEST_TOO_LARGE' : 'UNSUPPORTED_MEDIA_TYPE');
  }
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
