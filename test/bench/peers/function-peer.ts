import { join } from 'node:path';
import { bundlesFolder } from '#lib/paths.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { buildBenchmarkEvent } from '../events.ts';
import type { BenchRequest } from '../requests.ts';
import type { Bench } from '../service-under-bench.ts';
import { type PeerProcess, startPeerProcess } from './peer-process.ts';

/** Starts the function of an endpoint without the local runner. Each call repeats the request. */
export async function startFunctionPeer(
  id: string,
  endpoint: Endpoint,
  request: BenchRequest,
  bench: Bench,
): Promise<PeerProcess> {
  const event = await buildBenchmarkEvent(endpoint, bench, request);
  const args = [join(bundlesFolder, id, 'index.js'), JSON.stringify(event)];
  return startPeerProcess('function-child.ts', args, bench.environment);
}
