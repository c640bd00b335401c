/** The log lines of requests by the endpoint. */
export interface RequestLog {
  /** Returns the last line that a function logged for an endpoint. */
  getLast(endpoint: string): Record<string, number> | undefined;
}

/** Creates a request log, and the function that adds the lines of the service to it. */
export function createRequestLog(): RequestLog & { add: (line: string) => void } {
  const last = new Map<string, Record<string, number>>();
  return {
    add: (line) => {
      if (!line.includes('"event":"request"')) return;
      const fields = JSON.parse(line.slice(line.indexOf('{')));
      last.set(fields.endpoint, fields);
    },
    getLast: (endpoint) => last.get(endpoint),
  };
}
