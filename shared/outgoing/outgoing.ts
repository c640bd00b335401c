import type { Result } from '../runtime/result.ts';

/** A request to another service. It has at most one of `form` and `json`. */
export interface CallRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** An https URL. */
  url: string;
  /** The value of the Authorization header. */
  authorization?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent URL-encoded. */
  form?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  json?: unknown;
}

/** A complete response. */
export interface CallResponse {
  status: number;
  text: string;
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
