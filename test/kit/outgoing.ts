import type {
  CallRequest,
  CallResponse,
  OutgoingCall,
} from '#shared/outgoing/outgoing.ts';
import { failure, success } from '#shared/runtime/result.ts';

/** A response to prepare. An object is sent as JSON. */
export interface PreparedResponse {
  status?: number;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** Outgoing calls that get prepared responses, one a call, in their order. */
export interface ScriptedCalls {
  send: OutgoingCall;
  /** The requests so far. */
  requests: CallRequest[];
}

/** Prepares the responses to outgoing calls. A further call throws an error. */
export function scriptCalls(...responses: readonly PreparedResponse[]): ScriptedCalls {
  const requests: CallRequest[] = [];
  const send: OutgoingCall = async (request) => {
    const prepared = responses[requests.length];
    requests.push(request);
    if (!prepared) throw new Error(`No response is prepared for ${request.url}.`);
    const response = toResponse(prepared);
    const isSuccess = response.status < 300;
    return isSuccess ? success(response) : failure({ kind: 'status', response });
  };
  return { send, requests };
}

function toResponse({
  status = 200,
  body = '',
  headers = {},
}: PreparedResponse): CallResponse {
  const values = new Headers(headers);
  return {
    status,
    text: typeof body === 'string' ? body : JSON.stringify(body),
    header: (name) => values.get(name) ?? undefined,
  };
}
