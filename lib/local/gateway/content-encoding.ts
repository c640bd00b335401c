import { promisify } from 'node:util';
import { deflate, gunzip, gzip, inflate } from 'node:zlib';
import { getHeader, type HeaderLines, type OutgoingResponse } from '../http/message.ts';
import { createGatewayError } from './gateway-error.ts';
import { apiGatewayLimits } from './limits.ts';

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
]);
const encoders = new Map([
  ['gzip', promisify(gzip)],
  ['deflate', promisify(deflate)],
]);

const isTooLarge = (error: unknown) => error instanceof RangeError;

/**
 * Decompresses a request body by its Content-Encoding. Throws a refusal: 415 for an unknown coding or a body that does
 * not have it, 413 where the result would be over the limit.
 * Source: "Call an API method with a compressed payload". The header itself stays, as API Gateway leaves it.
 */
export async function decodeBody(body: Buffer, headers: HeaderLines): Promise<Buffer> {
  const coding = getHeader(headers, 'content-encoding')?.trim().toLowerCase();
  if (!coding || coding === 'identity') return body;
  const decompress = decoders.get(coding);
  if (!decompress) throw createGatewayError('UNSUPPORTED_MEDIA_TYPE');
  try {
    return await decompress(body, { maxOutputLength: apiGatewayLimits.payload });
  } catch (error) {
    throw createGatewayError(isTooLarge(error) ? 'REQUEST_TOO_LARGE' : 'UNSUPPORTED_MEDIA_TYPE');
  }
}

/** The coding that an Accept-Encoding value likes best, the first of equals. */
function preferredCoding(acceptEncoding: string): string | undefined {
  return acceptEncoding
    .split(',')
    .map((choice) => {
      const [coding = '', ...parameters] = choice.toLowerCase().split(';');
      const weight = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return {
        coding: coding.trim(),
        weight: weight === undefined ? 1 : Number(weight.trim().slice(2)),
      };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)[0]?.coding;
}

/**
 * Compresses an integration's answer where the API, its size and the client ask for it; only the coding that the client
 * likes best is considered, and no Vary is added.
 * Source: "Receive an API response with a compressed payload" and "Enable payload compression".
 */
export async function encodeResponse(
  response: OutgoingResponse,
  requestHeaders: HeaderLines,
  minimumSize: number | undefined,
): Promise<OutgoingResponse> {
  if (minimumSize === undefined || response.body.length < minimumSize) return response;
  if (response.body.length === 0 || getHeader(response.headers, 'content-encoding') !== undefined)
    return response;
  const coding = preferredCoding(getHeader(requestHeaders, 'accept-encoding') ?? '');
  const compress = coding === undefined ? undefined : encoders.get(coding);
  if (!coding || !compress) return response;
  const headers = response.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  return {
    ...response,
    headers: [...headers, ['Content-Encoding', coding]],
    body: await compress(response.body),
  };
}
