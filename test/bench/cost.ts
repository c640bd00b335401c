import { discoverEndpoints, type EndpointEntry } from '#lib/endpoints.ts';
import { buildRequest, toSent } from './events.ts';
import { markdownTable } from './report.ts';
import type { Bench, Section } from './service-under-bench.ts';

/** The cost of one request at the stores. */
interface Cost {
  status: number;
  calls: number;
  readUnits: number;
  writeUnits: number;
}

async function measureCost(entry: EndpointEntry, bench: Bench): Promise<Cost> {
  const { method, host, path } = entry.endpoint;
  const request = await buildRequest(entry, bench);
  const { status: expected } = request;
  const { path: target, options } = toSent(entry.endpoint, bench, request);

  const { status, text } = await bench.asUser(method, target, { host, ...options });
  const isExpected = expected === undefined ? status < 300 : status === expected;
  if (!isExpected)
    throw new Error(`The response to ${method} ${target} is ${status}: ${text}`);

  const logged = bench.requestLog.getLast(`${method} ${path}`) ?? {};
  const { store_calls = 0, read_units = 0, write_units = 0 } = logged;
  return { status, calls: store_calls, readUnits: read_units, writeUnits: write_units };
}

/** Measures the store calls and capacity units of one request to each endpoint. */
export const costs: Section = async (bench) => {
  const rows: (string | number)[][] = [];
  for (const entry of await discoverEndpoints()) {
    if (!entry.endpoint.stores) continue;
    const { status, calls, readUnits, writeUnits } = await measureCost(entry, bench);
    rows.push([entry.id, status, calls, readUnits, writeUnits]);
  }
  return markdownTable(
    ['endpoint', 'status', 'store calls', 'read units', 'write units'],
    rows,
  );
};
