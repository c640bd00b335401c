import { discoverEndpoints } from '#lib/endpoints.ts';

/** What is wrong with a log line of the functions; undefined where nothing is. */
export type FaultFinder = (line: string) => string | undefined;

/**
 * Finds faults of our own in what the functions log: errors that are no answer to a request, and requests that make more
 * store calls than their endpoint declares.
 */
export async function createFaultFinder(): Promise<FaultFinder> {
  const declared = new Map<string, number>();
  for (const { endpoint } of await discoverEndpoints()) {
    const { method, path, stores, storeCalls } = endpoint;
    const route = `${method} ${path}`;
    const max = storeCalls?.max ?? (stores ? 1 : 0);
    // Two hosts can have the same route. The log does not name the host.
    declared.set(route, Math.max(max, declared.get(route) ?? 0));
  }
  return (line) => {
    if (line.includes('"level":"error"')) return line;
    const [, endpoint = '', calls] =
      /"endpoint":"([^"]+)".*"store_calls":(\d+)/.exec(line) ?? [];
    const most = declared.get(endpoint);
    return most !== undefined && Number(calls) > most
      ? `More than ${most} store calls: ${line}`
      : undefined;
  };
}
