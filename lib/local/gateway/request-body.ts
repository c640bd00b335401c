import type { IncomingMessage } from 'node:http';
import type { RequestHead } from '../http/message.ts';
import { createGatewayError } from './gateway-error.ts';

/**
 * Fixed quotas of API Gateway.
 * Source: "Quotas for configuring and running a REST API" in the API Gateway developer guide.
 */
export const apiGatewayLimits = {
  /** Bytes of a request body, both as sent and decompressed. */
  payload: 10 * 1024 * 1024,
  /** Bytes of all header values of a request. */
  headers: 10_240,
  /** Characters of the URL of a regional API. */
  url: 10_240,
  /** Bytes of the method ARN that an authorizer receives. */
  methodArn: 1600,
} as const;

/** Returns whether a request has a body (RFC 9112 section 6.3). */
function hasBody({ headers }: IncomingMessage): boolean {
  return (
    headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  );
}

/**
 * Reads a body to its end, because a client may not read the response before. Returns undefined if
 * the body exceeds the limit.
 */
async function readToEnd(message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;

  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= apiGatewayLimits.payload) chunks.push(chunk);
      // A body that is too large must not fill the memory.
      else chunks.length = 0;
    }
  } catch {
    // The client has gone.
    throw createGatewayError('DEFAULT_4XX');
  }

  return size <= apiGatewayLimits.payload ? Buffer.concat(chunks) : undefined;
}

function countHeaderBytes({ headers }: RequestHead): number {
  let bytes = 0;
  for (const [, value] of headers) bytes += Buffer.byteLength(value, 'latin1');
  return bytes;
}

/** Throws a gateway error if the URL or headers are too long, or the query is not encoded. */
function requireValidHead(head: RequestHead): void {
  if (head.path.length + head.query.length > apiGatewayLimits.url)
    throw createGatewayError('DEFAULT_4XX', { status: 414 });

  if (countHeaderBytes(head) > apiGatewayLimits.headers)
    throw createGatewayError('DEFAULT_4XX', { status: 431 });

  // API Gateway requires percent-encoding for these characters.
  if (/[|{}]/.test(head.query)) throw createGatewayError('DEFAULT_4XX');
}

/**
 * Reads the body and checks the limits of the whole request. Throws a gateway error: 414 for the
 * URL, 431 for headers, 413 for the body, 400 for the query or a body that ends early.
 */
export async function readRequestBody(
  message: IncomingMessage,
  head: RequestHead,
): Promise<Buffer> {
  const body = hasBody(message) ? await readToEnd(message) : Buffer.alloc(0);
  requireValidHead(head);
  if (!body) throw createGatewayError('REQUEST_TOO_LARGE');
  return body;
}
