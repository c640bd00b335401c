import type { Method } from '#shared/contract/endpoint.ts';
import type { Send, ServiceUrls } from './send.ts';

/** The names of hosts, as a request to one has them. */
type HostName = keyof ServiceUrls;

/** Writes the name of a header as `Send` does, which must not send the same one twice. */
function toHeaderName(name: string): string {
  return name.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/** Returns a `fetch` for clients, which sends what they request to a service by a `Send`. */
export function createFetch(send: Send, urls: ServiceUrls): typeof fetch {
  const hosts = Object.keys(urls) as HostName[];
  return async (input, init) => {
    const request = new Request(input, init);
    const host = hosts.find((name) => request.url.startsWith(`${urls[name]}/`));
    if (!host) throw new Error(`The service has no URL ${request.url}.`);
    const entries = [...request.headers].map(([name, value]) => [
      toHeaderName(name),
      value,
    ]);
    const path = request.url.slice(urls[host].length);
    const response = await send(request.method as Method, path, {
      host,
      headers: Object.fromEntries(entries),
      body: await request.text(),
    });
    const { status, headers, text } = response;
    return new Response(text === '' ? null : text, { status, headers });
  };
}
