import {
  Agent as HttpAgent,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { failure, type Result, success } from '../runtime/result.ts';
import type { CallFailure, CallResponse } from './outgoing.ts';
import {
  findAddresses,
  isLoopbackHost,
  isPublicAddress,
  type ResolveHost,
  resolveHost,
} from './receiver-address.ts';
import { type OutgoingGateway, toGatewayUrl } from './send.ts';

/** A POST to the address that a stranger has registered. */
export interface ReceiverRequest {
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body: string;
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

/** How a call ended. Only a 2xx response that was complete in time is a success. */
export type ReceiverOutcome = Result<CallResponse, ReceiverFailure>;

const timeoutSeconds = 15;
/** The bytes of a body that are read. The rest is cut off. */
const maxBytes = 64 * 1024;

/** A connection for each call, through no proxy. An address that hangs leaves time for others. */
const agentOptions = { keepAlive: false, autoSelectFamilyAttemptTimeout: 3000 };

/**
 * Sends a request to the address of a stranger. Every address of its host must be public, and the
 * connection goes to an address that was checked, because a name can change between check and use.
 * Redirects are not followed.
 */
export async function sendToReceiver(
  url: string,
  request: ReceiverRequest,
  route: ReceiverRoute,
): Promise<ReceiverOutcome> {
  if (findReceiverFault(url, route.mainUrl)) return failure({ kind: 'forbidden' });
  const isLoopback = isLoopbackHost(new URL(url));
  const { gateway, resolve = resolveHost, startTimeout = startDefaultTimeout } = route;
  if (gateway === 'off' && !isLoopback) return failure({ kind: 'off' });

  const signal = startTimeout();
  try {
    if (gateway !== 'direct' && !isLoopback) {
      return await post(new URL(toGatewayUrl(url, gateway)), request, signal);
    }
    const target = new URL(url);
    const addresses = await findAddresses(target, resolve, signal);
    signal.throwIfAborted();
    if (addresses.length === 0) return failure({ kind: 'unreachable' });
    if (!isLoopback && !addresses.every(isPublicAddress)) {
      return failure({ kind: 'forbidden' });
    }
    return await post(target, request, signal, pinAddresses(addresses));
  } catch {
    return failure({ kind: signal.aborted ? 'timeout' : 'unreachable' });
  }
}

const startDefaultTimeout = () => AbortSignal.timeout(timeoutSeconds * 1000);

/**
 * Returns why a URL cannot be one of a receiver, or undefined if it can. The addresses of a name
 * are not known before the connection.
 */
export function findReceiverFault(text: string, mainUrl: string): string | undefined {
  if (!URL.canParse(text)) return 'must be an absolute URL';
  const url = new URL(text);
  if (url.username || url.password) return 'must not contain a user name or password';

  if (isLoopbackHost(url)) {
    const isAllowed = isLoopbackHost(new URL(mainUrl)) && /^https?:$/.test(url.protocol);
    return isAllowed ? undefined : 'must have a public address';
  }
  if (url.protocol !== 'https:') return 'must use https';
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  const isForbidden = isIP(literal) !== 0 && !isPublicAddress(literal);
  return isForbidden ? 'must have a public address' : undefined;
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

/** Returns a lookup that gives the addresses for every name, without asking a name server. */
function pinAddresses(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, _options, callback) => callback(null, entries);
}

async function post(
  url: URL,
  { headers, body }: ReceiverRequest,
  signal: AbortSignal,
  lookup?: LookupFunction,
): Promise<ReceiverOutcome> {
  const start = url.protocol === 'https:' ? startHttps : startHttp;
  const request = start(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    signal,
    ...(lookup && { lookup }),
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
  });
  request.end(body);
  return readResponse(await response);
}

const startHttp = (url: URL, options: RequestOptions) =>
  requestHttp(url, { ...options, agent: new HttpAgent(agentOptions) });

const startHttps = (url: URL, options: RequestOptions) =>
  requestHttps(url, { ...options, agent: new HttpsAgent(agentOptions) });

async function readResponse(response: IncomingMessage): Promise<ReceiverOutcome> {
  const { statusCode: status = 0, headersDistinct } = response;
  const text = await readStart(response);
  const header = (name: string) => headersDistinct[name.toLowerCase()]?.join(', ');
  const callResponse = { status, text, header };
  if (status >= 200 && status < 300) return success(callResponse);
  return failure({ kind: 'status', response: callResponse });
}

/** Returns the first bytes of a body as text. Leaving the loop early closes the connection. */
async function readStart(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString();
}
