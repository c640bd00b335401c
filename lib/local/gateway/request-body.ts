import type { IncomingMessage } from 'node:http';
import { hasBody } from '../host/slow-bodies.ts';
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

/** The most bytes of bodies in memory at once that callers without a valid token have sent. */
const maxUnknownBytes = 16 * 1024 * 1024;

/** The most of them from one address, so that it leaves room for others: the largest body. */
const maxAddressBytes = 11 * 1024 * 1024;

/** The bytes that a request keeps in memory until it is disposed of. */
export interface BodyAccount extends Disposable {
  /** Returns whether so many bytes more may be kept, and counts them. */
  keep(bytes: number): boolean;
  /** Returns the room that the bytes took, because they are not kept any more. */
  release(): void;
}

/**
 * Creates the function that opens the account of a request from an address. All accounts share one
 * limit, and those of one address a lower one.
 */
export function createBodyAccounts(
  maxBytes = maxUnknownBytes,
  maxOfAddress = maxAddressBytes,
): (address: string) => BodyAccount {
  let total = 0;
  const byAddress = new Map<string, number>();
  return (address) => {
    let own = 0;
    const release = () => {
      total -= own;
      const left = (byAddress.get(address) ?? 0) - own;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
      own = 0;
    };
    return {
      keep: (bytes) => {
        const ofAddress = (byAddress.get(address) ?? 0) + bytes;
        if (total + bytes > maxBytes || ofAddress > maxOfAddress) return false;
        own += bytes;
        total += bytes;
        byAddress.set(address, ofAddress);
        return true;
      },
      release,
      [Symbol.dispose]: release,
    };
  };
}

/**
 * How a body is read: `kept` for a caller with a valid token, `counted` on routes that need none,
 * and `dropped` if the request is refused anyway.
 */
export type BodyUse = 'kept' | 'counted' | 'dropped';

/** Says why a body may not be kept. */
export const tooManyBodies = {
  status: 503,
  reason: 'callers without a token fill the memory',
};

/**
 * Reads a body to its end, because a client may not read the response before. Throws a gateway
 * error if the body is too large, or if too many are being read.
 */
async function readToEnd(
  message: IncomingMessage,
  use: BodyUse,
  account: BodyAccount,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isRefused = false;

  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size += chunk.length;
      isRefused ||= use === 'counted' && !account.keep(chunk.length);
      const isKept = use !== 'dropped' && !isRefused && size <= apiGatewayLimits.payload;
      if (isKept) chunks.push(chunk);
      else {
        // What is refused must not fill the memory, nor take the room of others.
        chunks.length = 0;
        account.release();
      }
    }
  } catch {
    // The client has gone.
    throw createGatewayError('DEFAULT_4XX');
  }

  if (size > apiGatewayLimits.payload) throw createGatewayError('REQUEST_TOO_LARGE');
  if (isRefused) throw createGatewayError('AUTHORIZER_FAILURE', tooManyBodies);
  return Buffer.concat(chunks);
}

function countHeaderBytes({ headers }: RequestHead): number {
  let bytes = 0;
  for (const [, value] of headers) bytes += Buffer.byteLength(value, 'latin1');
  return bytes;
}

/** Throws a gateway error: 414 for the URL, 431 for headers, 400 for a query not encoded. */
export function requireValidHead(head: RequestHead): void {
  if (head.path.length + head.query.length > apiGatewayLimits.url)
    throw createGatewayError('DEFAULT_4XX', { status: 414 });

  if (countHeaderBytes(head) > apiGatewayLimits.headers)
    throw createGatewayError('DEFAULT_4XX', { status: 431 });

  // API Gateway requires percent-encoding for these characters.
  if (/[|{}]/.test(head.query)) throw createGatewayError('DEFAULT_4XX');
}

/**
 * Reads the body, which is empty if it is dropped. Throws a gateway error: 413 if it is too large,
 * 400 if it ends early, 503 if callers without a valid token have sent too much.
 */
export async function readRequestBody(
  message: IncomingMessage,
  use: BodyUse,
  account: BodyAccount,
): Promise<Buffer> {
  return hasBody(message) ? readToEnd(message, use, account) : Buffer.alloc(0);
}
