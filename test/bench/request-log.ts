/** The log lines of requests by the endpoint. */
export interface RequestLog {
  /** Returns the last line that a function logged for an endpoint. */
  getLast(endpoint: string): Record<string, number> | undefined;
}

/** Creates a request log, and the function that adds the lines of the service to it. */
export function createRequestLog(): RequestLog & { add: (line: string) => void } {
  const last = new Map<string, string>();
  return {
    // Most lines are of loads and never read, so they are not parsed.
    add: (line) => {
      const [, endpoint] = /"endpoint":"([^"]+)"/.exec(line) ?? [];
      if (endpoint && line.includes('"event":"request"')) last.set(endpoint, line);
    },
    getLast: (endpoint) => {
      const line = last.get(endpoint);
      return line && JSON.parse(line.slice(line.indexOf('{')));
    },
  };
}
