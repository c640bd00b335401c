import { compact } from '#shared/runtime/compact.ts';
import { scaleTimeLimit } from '#shared/runtime/time-limit.ts';
import type { SendToProvider } from './revoke.ts';

/** Milliseconds for a whole response. */
const timeoutMs = 10_000;

/**
 * Returns a function that sends requests to providers, or to a stand-in for all of them. `gateway`
 * is the address of the stand-in. Redirects are not followed.
 */
export function createSend(gateway: string | undefined): SendToProvider {
  return async ({ method, url, authorization, form }) => {
    const isForm = form !== undefined;
    const headers = compact({
      Accept: 'application/json',
      Authorization: authorization,
      'Content-Type': isForm ? 'application/x-www-form-urlencoded' : undefined,
    });
    try {
      const response = await fetch(toGatewayUrl(url, gateway), {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(scaleTimeLimit(timeoutMs)),
        headers,
        body: form ?? null,
      });
      return { status: response.status, text: await response.text() };
    } catch {
      // The error is not logged, because it may quote the URL and with it a token.
      return { status: 0, text: '' };
    }
  };
}

/**
 * Returns the URL to call instead of a provider's own: `https://host/path` becomes
 * `<gateway>/host/path`. Without a gateway, or with `direct`, it is the provider's own.
 */
function toGatewayUrl(url: string, gateway = 'direct'): string {
  if (gateway === 'direct') return url;
  const baseUrl = gateway.replace(/\/$/, '');
  return url.replace(/^https:\//, baseUrl);
}
