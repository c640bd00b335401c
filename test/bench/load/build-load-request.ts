import type { Endpoint } from '#shared/contract/endpoint.ts';
import { buildBenchmarkEvent } from '../events.ts';
import type { BenchRequest } from '../requests.ts';
import type { Bench } from '../service-under-bench.ts';
import type { LoadRequest } from './load.ts';

/** Builds the HTTP request that becomes the event of a benchmark request, with a user's token. */
export async function buildLoadRequest(
  endpoint: Endpoint,
  bench: Bench,
  token: string,
  request: BenchRequest,
): Promise<LoadRequest> {
  const { method, host, auth } = endpoint;
  const event = await buildBenchmarkEvent(endpoint, bench, request);
  const authorization = auth === 'public' ? {} : { Authorization: `Bearer ${token}` };
  const headers = event.headers as Record<string, string>;
  const query = new URLSearchParams(request.query);
  return {
    url: `${bench.urls[host]}${event.path}?${query}`,
    method,
    headers: { ...authorization, ...headers },
    body: event.body,
  };
}
