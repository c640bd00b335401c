import { type CatalogueEntry, discoverEndpoints } from '../../lib/catalogue.ts';
import { resourceOf } from '../../shared/contract/endpoint.ts';
import { arrangements, bodyFor } from '../contract/arrangements.ts';
import type { Send } from '../kit/send.ts';

/** What one request to an endpoint costs at the stores. */
export interface Cost {
  id: string;
  status: number;
  store_calls: number;
  read_units: number;
  write_units: number;
}

/** Where the functions' log lines arrive. */
export interface LogTap {
  /** The last line that a function logged about a request to the endpoint. */
  lastRequest(name: string): Record<string, number> | undefined;
}

async function costOf(entry: CatalogueEntry, send: Send, taps: LogTap): Promise<Cost | undefined> {
  const { id, endpoint } = entry;
  const { method, host, versions, path } = endpoint;
  const make = arrangements[resourceOf(endpoint)];
  if (path.includes('{') && !make) return undefined;
  const item = path.includes('{') ? await make?.(send) : '';
  const query = new URLSearchParams(endpoint.examples?.[0]?.query);
  const target = `/${versions[0]}${path.replace(/\{\w+\}/, item ?? '')}?${query}`;
  const { status } = await send(method, target, { host, ...(await bodyFor(entry, send)) });
  const line = taps.lastRequest(`${method} ${path}`);
  if (!line) return undefined;
  const { store_calls = 0, read_units = 0, write_units = 0 } = line;
  return { id, status, store_calls, read_units, write_units };
}

/** Sends every endpoint that wants a caller one good request, and reads its cost from the function's log line. */
export async function measureCosts(send: Send, taps: LogTap): Promise<Cost[]> {
  const measured: (Cost | undefined)[] = [];
  for (const entry of await discoverEndpoints())
    if (entry.endpoint.caller !== 'none') measured.push(await costOf(entry, send, taps));
  return measured.filter((cost) => cost !== undefined);
}
