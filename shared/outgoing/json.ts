import type * as z from 'zod/mini';
import { failure, type Result } from '../runtime/result.ts';
import type { CallFailure, CallRequest, CallResponse, OutgoingCall } from './outgoing.ts';

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
