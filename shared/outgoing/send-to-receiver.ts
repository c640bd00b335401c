import {
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { failure, type Result, success } from '../runtime/result.ts';
import type { CallFailure, CallResponse } from './outgoing.ts';
import {
  findAddresses,
  isLoopbackUrl,
  isPublicAddress,
  listFixedAddresses,
  type ResolveHost,
  resolveHost,
} from './receiver-address.ts';
import { type OutgoingGateway, toGatewayUrl } from './send.ts';

/** A POST to the address that a stranger has registered. */
export interface ReceiverRequest {
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body: string;
  maxBytes?: never;
}

/** A GET of what is at the address that a stranger has named. */
export interface ReceiverFetch {
  headers: Readonly<Record<string, string>>;
  body?: never;
  /** The bytes of the response's body that are read. The rest is cut off. */
  maxBytes: number;
}

/** The way to receivers. */
export interface ReceiverRoute {
  /** Where calls go. Receivers on loopback get theirs in any case. */
  gateway: OutgoingGateway;
  /** The base URL of the main API. Receivers may be on loopback if it is. */
  mainUrl: string;
  resolve?: ResolveHost;
  /** Returns the signal that ends a call. Defaults to 15 seconds for the whole response. */
  startTimeout?: () => AbortSignal;
}

/** `forbidden`: the URL, or an address of its host, is none that the service calls. */
export type ReceiverFailure = CallFailure | { kind: 'forbidden' };

/** The outcome of a call. Only a 2xx response that was complete in time is a success. */
export type ReceiverOutcome = Result<CallResponse, ReceiverFailure>;

const timeoutSeconds = 15;
/** The bytes of the response to a POST that are read. */
const defaultMaxBytes = 64 * 1024;

/** A connection for each call, through no proxy. An address that hangs leaves time for others. */
const agentOptions = { keepAlive: false, autoSelectFamilyAttemptTimeout: 3000 };
const httpAgent = new HttpAgent(agentOptions);
const httpsAgent = new HttpsAgent(agentOptions);

/**
 * Sends a request to the address of a stranger. Every address of its host must be public, and the
 * connection goes to an address that was checked, because a name can change between check and use.
 * Redirects are not followed.
 */
export async function sendToReceiver(
  url: string,
  request: ReceiverRequest | ReceiverFetch,
  route: ReceiverRoute,
): Promise<ReceiverOutcome> {
  if (findReceiverFault(url, route.mainUrl)) return failure({ kind: 'forbidden' });
  const { startTimeout = () => AbortSignal.timeout(timeoutSeconds * 1000) } = route;
  const signal = startTimeout();
  try {
    const target = await findTarget(new URL(url), route, signal);
    return target.ok ? await send(target.value, request, signal) : target;
  } catch {
    return failure({ kind: signal.aborted ? 'timeout' : 'unreachable' });
  }
}

/** Why a URL cannot be one of a receiver, in the words of developers. */
export const receiverFaults = {
  relative: 'must be an absolute URL',
  credentials: 'must not contain a user name or password',
  insecure: 'must use https',
  not_public: 'must have a public address',
};
export type ReceiverFault = keyof typeof receiverFaults;

/**
 * Returns why a URL cannot be one of a receiver, or undefined if it can. The addresses of a name
 * are not known before the connection.
 */
export function findReceiverFault(
  text: string,
  mainUrl: string,
): ReceiverFault | undefined {
  if (!URL.canParse(text)) return 'relative';
  const url = new URL(text);
  if (url.username || url.password) return 'credentials';

  const isLocal = isLoopbackUrl(url) && isLoopbackUrl(new URL(mainUrl));
  if (isLocal && url.protocol === 'http:') return undefined;
  if (url.protocol !== 'https:') return 'insecure';
  const isPublic = (listFixedAddresses(url) ?? []).every(isPublicAddress);
  return isLocal || isPublic ? undefined : 'not_public';
}

/** Where a request goes. Without `lookup`, the name is resolved as usual. */
interface Target {
  url: URL;
  lookup?: LookupFunction;
}

/** Finds the checked addresses of a URL, or the stand-in that gets its requests. */
async function findTarget(
  url: URL,
  { gateway, resolve = resolveHost }: ReceiverRoute,
  signal: AbortSignal,
): Promise<Result<Target, ReceiverFailure>> {
  const isLoopback = isLoopbackUrl(url);
  if (!isLoopback && gateway === 'off') return failure({ kind: 'off' });
  if (!isLoopback && gateway !== 'direct') {
    return success({ url: new URL(toGatewayUrl(url.href, gateway)) });
  }

  const addresses = await findAddresses(url, resolve, signal);
  signal.throwIfAborted();
  if (addresses.length === 0) return failure({ kind: 'unreachable' });
  const isAllowed = isLoopback || addresses.every(isPublicAddress);
  if (!isAllowed) return failure({ kind: 'forbidden' });
  return success({ url, lookup: pinAddresses(addresses) });
}

/** Returns a lookup that has the same addresses for every name, and asks no name server. */
function pinAddresses(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, _options, callback) => callback(null, entries);
}

/** Returns a sentence for the application's developer. It has nothing of the response's body. */
export function describeReceiverFailure(error: ReceiverFailure): string {
  switch (error.kind) {
    case 'off':
      return 'This service makes no calls to other machines. Its operator can allow them.';
    case 'forbidden':
      return 'The URL does not use https, or its host has an address that is not public.';
    case 'timeout':
      return `The response was not complete after ${timeoutSeconds} seconds.`;
    case 'unreachable':
      return 'The host has no address, or the connection failed.';
    case 'malformed':
      return 'The body of the response is not the expected JSON.';
    case 'status':
      return `The response has status ${error.response.status}. Only 2xx is a success.`;
  }
}

async function send(
  { url, lookup }: Target,
  { headers, body, maxBytes = defaultMaxBytes }: ReceiverRequest | ReceiverFetch,
  signal: AbortSignal,
): Promise<ReceiverOutcome> {
  const isHttps = url.protocol === 'https:';
  const request = (isHttps ? requestHttps : requestHttp)(url, {
    ...(body === undefined
      ? { method: 'GET', headers }
      : { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } }),
    agent: isHttps ? httpsAgent : httpAgent,
    signal,
    ...(lookup && { lookup }),
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
    // A response with `Upgrade` closes the connection, and is no response otherwise.
    request.on('close', () => reject(new Error('There is no response.')));
  });
  request.end(body);
  const outcome = await readResponse(await response, maxBytes);
  // A body that ends with its connection looks complete when the time limit closes that.
  signal.throwIfAborted();
  return outcome;
}

async function readResponse(
  response: IncomingMessage,
  maxBytes: number,
): Promise<ReceiverOutcome> {
  const { statusCode: status = 0, headersDistinct } = response;
  const text = await readStart(response, maxBytes);
  const header = (name: string) => headersDistinct[name.toLowerCase()]?.join(', ');
  const callResponse = { status, text, header };
  if (status >= 200 && status < 300) return success(callResponse);
  return failure({ kind: 'status', response: callResponse });
}

/** Returns the first bytes of a body as text. Leaving the loop early closes the connection. */
async function readStart(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString();
}
