import type * as z from 'zod/mini';
import { failure, type Result } from '../runtime/result.ts';

/** A request to another service. It has at most one of `form` and `json`. */
export interface CallRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** An https URL. */
  url: string;
  /** The value of the Authorization header. */
  authorization?: string;
  headers?: Readonly<Record<string, string>>;
  /** The size limit of the response in bytes, if it is not the usual one. */
  maxBytes?: number;
  /** Sent URL-encoded. */
  form?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  json?: unknown;
}

/** A complete response. */
export interface CallResponse {
  status: number;
  /** The body as UTF-8. */
  text: string;
  /** The body as it is. Absent if that is the text. */
  bytes?: Uint8Array;
  /** Returns the value of a response header, or undefined if it is missing. */
  header(name: string): string | undefined;
}

/**
 * Why a call has no usable response. Nothing in it may be logged except `kind` and the status.
 *
 * - `off`: outgoing calls are turned off.
 * - `timeout`: the response was not complete in time.
 * - `unreachable`: the connection failed or was closed.
 * - `status`: the status is not 2xx. Redirects are not followed.
 * - `malformed`: the body is too large, not JSON, or has another shape.
 */
export type CallFailure =
  | { kind: 'off' | 'timeout' | 'unreachable' }
  | { kind: 'status'; response: CallResponse }
  | { kind: 'malformed' };

/** Sends a request. A failure of the other service is returned, not thrown. */
export type OutgoingCall = (
  request: CallRequest,
) => Promise<Result<CallResponse, CallFailure>>;

/** Returns the value of a JSON text, or undefined if it is not JSON, e.g. if it was truncated. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the body of a response as the schema describes it. Fails with `malformed` otherwise. */
export function parseResponse<S extends z.ZodMiniType>(
  { text }: CallResponse,
  schema: S,
): Result<z.output<S>, CallFailure> {
  const parsed = schema.safeParse(tryParseJson(text));
  if (parsed.success) return { ok: true, value: parsed.data };
  return failure({ kind: 'malformed' });
}

/** Sends a request and returns the JSON body of its 2xx response. */
export async function requestJson<S extends z.ZodMiniType>(
  send: OutgoingCall,
  request: CallRequest,
  schema: S,
): Promise<Result<z.output<S>, CallFailure>> {
  const response = await send(request);
  return response.ok ? parseResponse(response.value, schema) : response;
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/;

/**
 * Returns the seconds in a `Retry-After` header, which is a number or a date (RFC 9110 section
 * 10.2.3). A date counts from the `Date` header, because the clock of the other service may differ
 * from ours. Returns undefined if the header is missing or invalid.
 */
export function readRetryAfter(
  { header }: Pick<CallResponse, 'header'>,
  now: Date,
): number | undefined {
  const value = header('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);

  const retryAt = parseHttpDate(value);
  if (retryAt === undefined) return undefined;
  const sentAt = parseHttpDate(header('date')) ?? now.getTime();
  return Math.max(0, Math.ceil((retryAt - sentAt) / 1000));
}

/** Returns a date in epoch milliseconds. `Date.parse` accepts much more than dates, e.g. `-1`. */
function parseHttpDate(value: string | undefined): number | undefined {
  const time = value && httpDate.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
