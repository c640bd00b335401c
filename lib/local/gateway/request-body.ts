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

/** How many bytes of bodies are in memory at once. */
export interface BodyLimits {
  max: number;
  /** The most of them from one sender, so that it leaves room for others. */
  maxOfSender: number;
}

const megabyte = 1024 ** 2;

/**
 * The limits of callers with a valid token, by user or application, and of all others, by address.
 * A sender without one has room for the largest body.
 */
const bodyLimits: Readonly<Record<'known' | 'unknown', BodyLimits>> = {
  known: { max: 64 * megabyte, maxOfSender: 32 * megabyte },
  unknown: { max: 16 * megabyte, maxOfSender: 11 * megabyte },
};

/** Who sends a body: the principal of a valid token, or the address of a caller without one. */
export interface BodySender {
  kind: keyof typeof bodyLimits;
  id: string;
}

/** The bytes that a request keeps in memory until it is disposed of. */
export interface BodyAccount extends Disposable {
  /** Returns whether so many bytes more may be kept, and counts them. */
  keep(bytes: number): boolean;
  /** Returns the room that the bytes took, because they are not kept any more. */
  release(): void;
}

/** Opens the account of a request. */
export type OpenBodyAccount = (sender: BodySender) => BodyAccount;

/**
 * Creates the function that opens the account of a request. All accounts of a kind of sender share
 * one limit, and those of one sender a lower one.
 */
export function createBodyAccounts(limits = bodyLimits): OpenBodyAccount {
  const known = createAccountsOfKind(limits.known);
  const unknown = createAccountsOfKind(limits.unknown);
  return ({ kind, id }) => (kind === 'known' ? known(id) : unknown(id));
}

function createAccountsOfKind({ max, maxOfSender }: BodyLimits) {
  let total = 0;
  const bySender = new Map<string, number>();
  return (sender: string): BodyAccount => {
    let own = 0;
    const release = () => {
      total -= own;
      const left = (bySender.get(sender) ?? 0) - own;
      if (left > 0) bySender.set(sender, left);
      else bySender.delete(sender);
      own = 0;
    };
    return {
      keep: (bytes) => {
        const ofSender = (bySender.get(sender) ?? 0) + bytes;
        if (total + bytes > max || ofSender > maxOfSender) return false;
        own += bytes;
        total += bytes;
        bySender.set(sender, ofSender);
        return true;
      },
      release,
      [Symbol.dispose]: release,
    };
  };
}

/** Says why a body may not be kept. */
export const tooManyBodies = {
  status: 503,
  reason: 'bodies in progress fill the memory',
};

/**
 * Reads a body to its end, because a client may not read the response before. Throws a gateway
 * error if the body is too large, or if too many are being read.
 */
async function readToEnd(
  message: IncomingMessage,
  account: BodyAccount | undefined,
): Promise<Buffer> {
  let body: Buffer = Buffer.alloc(0);
  let size = 0;
  let isRefused = false;

  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      const start = size;
      size += chunk.length;
      if (!account) continue;
      isRefused ||= !account.keep(chunk.length);
      if (!isRefused && size <= apiGatewayLimits.payload)
        body = append(body, start, chunk);
      else {
        // What is refused must not fill the memory, nor take the room of others.
        body = Buffer.alloc(0);
        account.release();
      }
    }
  } catch {
    // The client has gone.
    throw createGatewayError('DEFAULT_4XX');
  }

  if (size > apiGatewayLimits.payload) throw createGatewayError('REQUEST_TOO_LARGE');
  if (isRefused) throw createGatewayError('AUTHORIZER_FAILURE', tooManyBodies);
  return body.subarray(0, size);
}

/**
 * Copies a chunk to a place in a buffer, or in one of at least twice its size if it has no room.
 * Chunks of one byte, each of which takes a few hundred bytes, are not kept.
 */
function append(buffer: Buffer, start: number, chunk: Buffer): Buffer {
  const end = start + chunk.length;
  const target = end <= buffer.length ? buffer : Buffer.alloc(Math.max(end, 2 * start));
  if (target !== buffer) buffer.copy(target, 0, 0, start);
  chunk.copy(target, start);
  return target;
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
 * Reads the body, and drops it if it has no account, because the request is refused anyway. Throws
 * a gateway error: 413 if it is too large, 400 if it ends early, 503 if callers have sent too much.
 */
export async function readRequestBody(
  message: IncomingMessage,
  account: BodyAccount | undefined,
): Promise<Buffer> {
  return hasBody(message) ? readToEnd(message, account) : Buffer.alloc(0);
}
