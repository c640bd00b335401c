import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A call that a provider was sent; `path` begins with the provider's host. */
export interface ProviderCall {
  method: string;
  path: string;
  authorization: string | undefined;
  body: string;
}

/** A server that stands for every provider: `PROVIDER_GATEWAY` is its address. */
export interface FakeProvider {
  url: string;
  /** The calls to paths that begin so, in their order. */
  callsTo(beginning: string): ProviderCall[];
  /** What calls to paths that begin so are answered from now on; 200 and nothing unless stated. */
  answer(beginning: string, status: number, body?: string): void;
}

/** Starts a provider's stand-in that answers until `owner` is disposed of. */
export async function startFakeProvider(
  owner: AsyncDisposableStack,
): Promise<FakeProvider> {
  const calls: ProviderCall[] = [];
  const answers = new Map<string, { status: number; body: string }>();
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const path = url.slice(1);
    calls.push({
      method,
      path,
      authorization: headers.authorization,
      body: await text(request),
    });
    const [, answer] =
      [...answers].find(([beginning]) => path.startsWith(beginning)) ?? [];
    response.writeHead(answer?.status ?? 200).end(answer?.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  owner.defer(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    callsTo: (beginning) => calls.filter(({ path }) => path.startsWith(beginning)),
    answer: (beginning, status, body = '') =>
      void answers.set(beginning, { status, body }),
  };
}
