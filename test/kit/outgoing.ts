import type { CallRequest, OutgoingCall } from '#shared/outgoing/outgoing.ts';
import { toCallResult } from './provider-stand-ins/call.ts';
import type { StandInResponse } from './provider-stand-ins/stand-in.ts';

/** A response to prepare, whose status is 200 by default. */
export type PreparedResponse = Partial<StandInResponse>;

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
    return toCallResult({ status: 200, ...prepared });
  };
  return { send, requests };
}
