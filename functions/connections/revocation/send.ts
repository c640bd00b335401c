import type { CallFailure, OutgoingCall } from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { ProviderRequest } from './provider-request.ts';
import type { ProviderResponse } from './provider-response.ts';
import type { SendToProvider } from './revoke.ts';

/** Returns the function that sends revocation requests by outgoing calls. */
export function createRevocationSend(call: OutgoingCall): SendToProvider {
  return async (request) => {
    const response = await call(toCallRequest(request));
    return response.ok ? response.value : toProviderResponse(response.error);
  };
}

function toCallRequest({ method, url, authorization, form }: ProviderRequest) {
  const fields =
    form === undefined ? undefined : Object.fromEntries(new URLSearchParams(form));
  return compact({ method, url, authorization, form: fields });
}

function toProviderResponse(failed: CallFailure): ProviderResponse {
  return failed.kind === 'status' ? failed.response : { status: 0, text: '' };
}
