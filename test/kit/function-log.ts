import { discoverEndpoints } from '#lib/endpoints.ts';

/** Returns the problem of a log line, or undefined if it has none. */
export type FaultFinder = (line: string) => string | undefined;

/**
 * The most store calls that count a request, which are the only ones beside those of its endpoint:
 * one for its user, one for its client, and the same for a day that has ended.
 */
const maxUseCalls = 4;

/**
 * Returns a function that finds bugs in the log: unexpected errors, requests that write a second
 * line beside their audit events, and requests that make more store calls than their endpoint
 * declares.
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
  const isSecondLine = createSecondLineFinder();
  return (line) => {
    if (line.includes('"level":"error"')) return line;
    if (isSecondLine(line)) return `A second line for a request: ${line}`;
    const [, useCalls = 0] = /"use_calls":(\d+)/.exec(line) ?? [];
    if (Number(useCalls) > maxUseCalls)
      return `More than ${maxUseCalls} store calls for limits: ${line}`;
    const [, endpoint = '', calls] =
      /"endpoint":"([^"]+)".*"store_calls":(\d+)/.exec(line) ?? [];
    const max = declared.get(endpoint);
    return max !== undefined && Number(calls) > max
      ? `More than ${max} store calls: ${line}`
      : undefined;
  };
}

/**
 * Creates a function that returns whether a line is the second one about the same request. The line
 * of the authorizer does not count, because it has no id of a request.
 */
function createSecondLineFinder(): (line: string) => boolean {
  const logged = new Set<string>();
  return (line) => {
    const [, id] = /"event":"request".*"request_id":"([^"]+)"/.exec(line) ?? [];
    if (id === undefined) return false;

    const isSecond = logged.has(id);
    logged.add(id);
    return isSecond;
  };
}
