import type { CallRequest, CallResponse } from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';
import { failure, success } from '#shared/runtime/result.ts';
import type { StandInRequest, StandInResponse } from './stand-in.ts';

/** Converts a call of the service to the request that a stand-in gets. */
export function toStandInRequest(request: CallRequest): StandInRequest {
  const { method, url, authorization, form, json } = request;
  const { host, pathname, searchParams } = new URL(url);
  return {
    method,
    path: host + pathname,
    query: searchParams,
    form: new URLSearchParams({ ...form }),
    json,
    authorization,
  };
}

/** Converts the response of a stand-in to the result of the service's call. */
export function toCallResult({ status, body = '', headers = {} }: StandInResponse) {
  const values = new Headers(headers);
  const bytes = body instanceof Uint8Array ? Buffer.from(body) : undefined;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response: CallResponse = {
    status,
    text: bytes?.toString() ?? text,
    ...compact({ bytes }),
    header: (name) => values.get(name) ?? undefined,
  };
  const isSuccess = status >= 200 && status < 300;
  return isSuccess ? success(response) : failure({ kind: 'status', response } as const);
}
