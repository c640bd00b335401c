/** The last log line of the requests to each endpoint. */
export interface RequestLog {
  /** Returns the members of the last line of an endpoint, or undefined if it has none. */
  getLast(endpoint: string): Record<string, number> | undefined;
}

/** Creates a request log, and the function that adds the lines of the service to it. */
export function createRequestLog(): RequestLog & { add: (line: string) => void } {
  const last = new Map<string, string>();
  return {
    // Most lines come from loads and are never read, so they are not parsed here.
    add: (line) => {
      const [, endpoint] = /"endpoint":"([^"]+)"/.exec(line) ?? [];
      if (endpoint && line.includes('"event":"request"')) last.set(endpoint, line);
    },
    getLast: (endpoint) => {
      const line = last.get(endpoint);
      // The runner prints a prefix before the JSON.
      return line && JSON.parse(line.slice(line.indexOf('{')));
    },
  };
}
