import { compact } from '../runtime/compact.ts';
import { findEnvironment } from '../runtime/environment.ts';
import { failure, success } from '../runtime/result.ts';
import type { CallFailure, CallRequest, CallResponse, OutgoingCall } from './outgoing.ts';

/**
 * Calls go nowhere, to the hosts in their URLs, or to a server that stands in for all hosts.
 * The stand-in gets `https://host/path` as `<gateway>/host/path`.
 */
export type OutgoingGateway = 'off' | 'direct' | `http://${string}` | `https://${string}`;

export interface CallLimits {
  /** Milliseconds for the whole response. Defaults to 10,000. */
  timeoutMs?: number;
  /** The size limit of the body in bytes. Defaults to 2 MiB. */
  maxBytes?: number;
}

const defaultLimits = { timeoutMs: 10_000, maxBytes: 2 * 1024 * 1024 };

/**
 * Returns the gateway in `PROVIDER_GATEWAY`. Without the variable, as in the cloud, calls go to the
 * hosts in their URLs. On one machine the runner always sets it.
 */
export function getConfiguredGateway(): OutgoingGateway {
  return (findEnvironment('PROVIDER_GATEWAY') ?? 'direct') as OutgoingGateway;
}

/** Returns the URL that is called instead of `url`. */
export function toGatewayUrl(url: string, gateway: OutgoingGateway): string {
  if (gateway === 'off' || gateway === 'direct') return url;
  const base = gateway.replace(/\/$/, '');
  return url.replace(/^https:\//, base);
}

/** Returns the function that makes outgoing calls through a gateway. */
export function createOutgoingCall(
  gateway: OutgoingGateway,
  limits: CallLimits = {},
): OutgoingCall {
  const { timeoutMs, maxBytes } = { ...defaultLimits, ...limits };

  return async (request) => {
    if (gateway === 'off') return failure({ kind: 'off' });
    requireHttps(request);
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const url = toGatewayUrl(request.url, gateway);
      const response = await fetch(url, { ...toFetchOptions(request), signal });
      const bytes = await readBytes(response, request.maxBytes ?? maxBytes);
      if (!bytes) return failure({ kind: 'malformed' });

      const callResponse = toCallResponse(response, bytes);
      if (response.ok) return success(callResponse);
      return failure({ kind: 'status', response: callResponse });
    } catch (error) {
      // The error is not passed on, because its message may quote a token in the URL.
      return failure(toCallFailure(error));
    }
  };
}

/** Throws an error, without the URL, if the request would not be encrypted. */
function requireHttps({ url }: CallRequest): void {
  if (!url.startsWith('https://')) throw new Error('Outgoing calls need an https URL.');
}

function toFetchOptions({ method, headers, authorization, form, json }: CallRequest) {
  return {
    method,
    redirect: 'manual' as const,
    body: toBody(form, json),
    headers: compact({
      Accept: 'application/json',
      Authorization: authorization,
      'Content-Type': toContentType(form, json),
      ...headers,
    }),
  };
}

function toBody(form: CallRequest['form'], json: unknown): string | null {
  if (form !== undefined) return new URLSearchParams(form).toString();
  return json === undefined ? null : JSON.stringify(json);
}

function toContentType(form: CallRequest['form'], json: unknown): string | undefined {
  if (form !== undefined) return 'application/x-www-form-urlencoded';
  return json === undefined ? undefined : 'application/json';
}

function toCallResponse({ status, headers }: Response, bytes: Buffer): CallResponse {
  const text = bytes.toString();
  return { status, bytes, text, header: (name) => headers.get(name) ?? undefined };
}

function toCallFailure(error: unknown): CallFailure {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return { kind: isTimeout ? 'timeout' : 'unreachable' };
}

/** Reads a body. Returns undefined, and stops reading, if it has more than `maxBytes`. */
async function readBytes(
  { body }: Pick<Response, 'body'>,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the stream and closes the connection.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
