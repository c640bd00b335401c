import type { EndpointEntry } from '#lib/definitions.ts';
import { discoverEndpoints } from '#lib/endpoints.ts';
import { markdownTable } from './report.ts';
import { requestFor } from './request-for.ts';
import type { Bench, Section } from './service-under-bench.ts';

/** Where the functions' log lines arrive. */
export interface LogTap {
  /** The last line that a function logged about a request to the endpoint. */
  lastRequest(name: string): Record<string, number> | undefined;
}

type Row = readonly [
  id: string,
  status: number,
  calls: number,
  read: number,
  write: number,
];

async function measureCost(entry: EndpointEntry, bench: Bench): Promise<Row> {
  const { id, endpoint } = entry;
  const { method, host, versions, path } = endpoint;
  const {
    item = '',
    query,
    status: expected,
    client_id: _,
    ...content
  } = await requestFor(entry, bench);
  const target = `/${versions[0]}${path.replace(/\{\w+\}/, item)}?${new URLSearchParams(query)}`;
  const { status, text } = await bench.asUser(method, target, { host, ...content });
  if (expected === undefined ? status >= 300 : status !== expected)
    throw new Error(`${method} ${target} answered ${status}: ${text}`);
  const {
    store_calls = 0,
    read_units = 0,
    write_units = 0,
  } = bench.tap.lastRequest(`${method} ${path}`) ?? {};
  return [id, status, store_calls, read_units, write_units];
}

/** Sends each endpoint one valid request, and reads the cost at the stores from its log line. */
export const costs: Section = async (bench) => {
  const rows: Row[] = [];
  for (const entry of await discoverEndpoints())
    if (entry.endpoint.stores) rows.push(await measureCost(entry, bench));
  return markdownTable(
    ['endpoint', 'status', 'store calls', 'read units', 'write units'],
    rows,
  );
};
