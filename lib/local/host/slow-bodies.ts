import type { IncomingMessage } from 'node:http';

const intervalMs = 10_000;
/** Bytes must follow each other within this time. */
const maxPauseMs = 30_000;
/** The time for the whole body, and for each megabyte of it. */
const baseMs = 60_000;
const msPerMegabyte = 64_000;

/** A body on its way. Time is counted in checks, because a machine that sleeps makes none. */
interface Arrival {
  checks: number;
  /** The bytes of the connection at the last check that found new ones. */
  bytes: number;
  /** The checks since then. The first one may follow at once, so it is not counted. */
  quietChecks: number;
}

/** Returns whether a request has a body (RFC 9112 section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return (
    headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  );
}

/** Returns the time in which a body of this many bytes must arrive, in ms. */
export function toMaxDuration(bytes: number): number {
  return baseMs + (bytes / 1024 ** 2) * msPerMegabyte;
}

/**
 * Watches the bodies of requests, and calls `end` with those that do not arrive: 30 seconds without
 * a byte, or slower than 16 KB a second after the first minute. Stops when `signal` aborts.
 */
export function watchBodies(
  end: (request: IncomingMessage) => void,
  signal: AbortSignal,
) {
  const arrivals = new Map<IncomingMessage, Arrival>();

  function isLate(request: IncomingMessage, arrival: Arrival): boolean {
    const { socket, readableLength } = request;
    const { bytesRead } = socket;
    // While the service does not read, the client is not late.
    const isWaiting = socket.isPaused() || readableLength > 0;
    const isQuiet = !isWaiting && bytesRead <= arrival.bytes;
    arrival.quietChecks = isQuiet ? arrival.quietChecks + 1 : 0;
    arrival.bytes = bytesRead;
    arrival.checks += 1;
    const declared = request.headers['content-length'];
    const bytes = declared === undefined ? bytesRead : Number(declared);
    const isTooLong = arrival.checks * intervalMs > toMaxDuration(bytes);
    return isTooLong || arrival.quietChecks * intervalMs >= maxPauseMs;
  }

  function check(): void {
    for (const [request, arrival] of arrivals) {
      if (request.complete || request.destroyed) arrivals.delete(request);
      else if (isLate(request, arrival)) {
        arrivals.delete(request);
        end(request);
      }
    }
  }

  const timer = setInterval(check, intervalMs).unref();
  signal.addEventListener('abort', () => clearInterval(timer));
  return {
    /** Watches the body of a request, whose head has arrived. */
    watch: (request: IncomingMessage) => {
      if (!hasBody(request)) return;
      const { socket } = request;
      arrivals.set(request, { checks: 0, bytes: socket.bytesRead, quietChecks: -1 });
      request.once('end', () => arrivals.delete(request));
    },
  };
}
