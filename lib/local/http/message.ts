import type { Readable } from 'node:stream';

/** Header lines in the order and the case in which they were sent. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** A request without its body. */
export interface RequestHead {
  method: string;
  /** Path as sent, still percent-encoded. */
  path: string;
  /** Query string as sent, without the question mark. Empty if the request has none. */
  query: string;
  /** For example `HTTP/1.1`. */
  protocol: string;
  headers: HeaderLines;
  /** IP address of the client. */
  sourceIp: string;
  /** Scheme of the URL that clients use. */
  scheme: 'http' | 'https';
  /** Port of the URL that clients use. */
  port: number;
}

/** A request as received. */
export interface IncomingRequest extends RequestHead {
  body: Buffer;
}

/** A response before Node adds its own headers. */
export interface OutgoingResponse {
  status: number;
  headers: HeaderLines;
  body: Buffer;
}

/** Returns the last value of a header, ignoring the case of its name. */
export function getHeader(headers: HeaderLines, name: string): string | undefined {
  const wanted = name.toLowerCase();
  // Names are ASCII, so lower case does not change their length.
  const line = headers.findLast(
    ([sent]) => sent.length === wanted.length && sent.toLowerCase() === wanted,
  );
  return line?.[1];
}

/**
 * Reads a stream to its end. Rejects if the connection closes before that. Faster than Node's
 * `buffer`, which copies the content through a Blob.
 */
export async function readBytes(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Removes `Strict-Transport-Security` if clients use http, because browsers must not get it without
 * TLS (RFC 6797 section 7.2).
 */
export function removeHstsUnlessTls(
  headers: HeaderLines,
  scheme: RequestHead['scheme'],
): HeaderLines {
  if (scheme === 'https') return headers;
  return headers.filter(([name]) => name.toLowerCase() !== 'strict-transport-security');
}
