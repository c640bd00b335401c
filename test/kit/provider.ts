import { text } from 'node:stream/consumers';
import { listen } from '#lib/local/host/listen.ts';

/** A request that a provider received. `path` begins with the provider's host. */
export interface ProviderCall {
  method: string;
  path: string;
  authorization: string | undefined;
  body: string;
}

/** A server in place of every provider. `PROVIDER_GATEWAY` is its address. */
export interface FakeProvider {
  url: string;
  /** Lists the calls to paths with this prefix, in their order. */
  listCallsTo(prefix: string): ProviderCall[];
  /** Sets the response to paths with this prefix. Defaults to 200 without a body. */
  setResponse(prefix: string, status: number, body?: string): void;
}

/** Starts a stand-in for every provider. Disposing `disposables` stops it. */
export async function startFakeProvider(
  disposables: AsyncDisposableStack,
): Promise<FakeProvider> {
  const calls: ProviderCall[] = [];
  const responses = new Map<string, { status: number; body: string }>();
  const server = await listen('127.0.0.1', 0, disposables);
  server.handleWith(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const path = url.slice(1);
    calls.push({
      method,
      path,
      authorization: headers.authorization,
      body: await text(request),
    });
    const prepared = [...responses].find(([prefix]) => path.startsWith(prefix));
    const { status = 200, body } = prepared?.[1] ?? {};
    response.writeHead(status).end(body);
  });
  return {
    url: server.url,
    listCallsTo: (prefix) => calls.filter(({ path }) => path.startsWith(prefix)),
    setResponse: (prefix, status, body = '') =>
      void responses.set(prefix, { status, body }),
  };
}
