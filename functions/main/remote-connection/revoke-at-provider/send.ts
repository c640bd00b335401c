import { scaleTimeLimit } from '#shared/runtime/time-limit.ts';
import type { Send } from './revoke.ts';

/** Milliseconds that a provider has for its whole answer. */
const patience = 10_000;

/**
 * The address that is called in place of a provider's own: `https://host/path` becomes `<gateway>/host/path`, so that one
 * server can stand for every provider. Without a gateway, or with `direct`, it is the provider's own.
 */
function addressOf(url: string, gateway = 'direct'): string {
  return gateway === 'direct' ? url : url.replace(/^https:\//, gateway.replace(/\/$/, ''));
}

/** Sends calls to providers, or to what stands for all of them. A redirect is an answer and is not followed. */
export function createSend(gateway: string | undefined): Send {
  return async ({ method, url, authorization, form }) => {
    try {
      const response = await fetch(addressOf(url, gateway), {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(scaleTimeLimit(patience)),
        headers: {
          Accept: 'application/json',
          ...(authorization && { Authorization: authorization }),
          ...(form !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        },
        ...(form !== undefined && { body: form }),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      // What it says may quote the address, and with it a token.
      return { status: 0, text: '' };
    }
  };
}
