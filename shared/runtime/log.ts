import { compact } from './compact.ts';
import { findEnvironment } from './environment.ts';
import { toLogHash } from './ids.ts';

/** The levels of log lines, in increasing order. */
export const logLevels = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * The fields of a log line. Nothing else is ever written, so no secret can get into the log. The
 * line has hashes instead of the ids of a person and their remote connection.
 */
export interface LogFields {
  level: LogLevel;
  event: string;
  /** Method and path of an endpoint, or the summary of a consumer or schedule. */
  endpoint?: string;
  request_id?: string | undefined;
  status?: number | undefined;
  code?: string | undefined;
  /** The operator who has changed something by the command line. */
  operator?: string | undefined;
  /** Why an operator has changed something, in their words. */
  reason?: string | undefined;
  duration_ms?: number;
  client_id?: string | undefined;
  user_id?: string | undefined;
  /** The hash of the user's id, if the authorizer has computed it. */
  user_hash?: string | undefined;
  remote_connection_id?: string | undefined;
  webhook_id?: string | undefined;
  provider?: string | undefined;
  store_calls?: number;
  read_units?: number;
  write_units?: number;
  /** The store calls that count the request against limits. The others leave them out. */
  use_calls?: number;
  /** The members and query parameters that the endpoint does not know. */
  ignored_names?: number;
  /** The entries that a sync created, updated, removed, left as they are, and refused. */
  created?: number;
  updated?: number;
  removed?: number;
  unchanged?: number;
  refused?: number;
  /** Those of the created entries that are merged with entries of other providers. */
  merged?: number;
  /** Seconds from the end of the latest workout to its import, or from an event to its sending. */
  delay_s?: number | undefined;
  /** The items that a scheduled run processed, or the events that were sent. */
  count?: number | undefined;
  /** The class of an unexpected error. */
  error_name?: string | undefined;
  /** Left out of the logs of a public service, because a message may quote user input. */
  error_message?: string | undefined;
  error_stack?: string | undefined;
  /** Why the service is unavailable: the code or name of an error, or a word of ours. */
  cause?: string | undefined;
}

/** The ids that lead to no person. */
type LoggedId = 'request_id' | 'client_id' | 'webhook_id';

/**
 * The ids that a log line has only as hashes, because the log outlives the person's data. Another
 * id in `LogFields` does not compile until `toLogLine` replaces it.
 */
type HashedId = Exclude<Extract<keyof LogFields, `${string}_id`>, LoggedId>;

/** The fields of a line as it is written. */
export type LogLine = Omit<LogFields, HashedId> & {
  [id in HashedId]?: never;
} & {
  user_hash?: string;
  remote_connection_hash?: string;
  /** RFC 3339. */
  timestamp: string;
};

const maxFrames = 8;

/**
 * Writes a line, unless the environment variable `LOG_LEVEL` is a higher level than that of the
 * line. Audit events do not depend on `LOG_LEVEL`.
 */
export function log(fields: LogFields): void {
  const lowest = findEnvironment('LOG_LEVEL') ?? 'info';
  const isLogged =
    logLevels.indexOf(fields.level) >= logLevels.indexOf(lowest as LogLevel);
  if (isLogged) writeLogLine(fields);
}

/**
 * Writes one line of JSON with its time. Lambda takes the level of a line only if it has a
 * `timestamp` in RFC 3339; otherwise it stores the line as INFO.
 */
export function writeLogLine(fields: LogFields): void {
  process.stdout.write(`${renderLogLine(fields)}\n`);
}

/** Returns a line of JSON with its time, without a line break. */
export function renderLogLine(fields: LogFields): string {
  return JSON.stringify(toLogLine(fields));
}

function toLogLine({
  user_id,
  user_hash = user_id && toLogHash(user_id),
  remote_connection_id,
  ...others
}: LogFields): LogLine {
  return {
    ...others,
    ...compact({
      user_hash,
      remote_connection_hash: remote_connection_id && toLogHash(remote_connection_id),
    }),
    timestamp: new Date().toISOString(),
  };
}

/**
 * Returns the fields of an unexpected failure. They have its message only if the variable
 * `LOG_ERROR_MESSAGES` is set, as by `npm start` for a developer.
 */
export function describeFailure(thrown: unknown) {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return compact({
    error_name: error.name,
    error_message: findEnvironment('LOG_ERROR_MESSAGES') && error.message,
    error_stack: listStackFrames(error),
    cause: getCause(error),
  });
}

/** Lists the first stack frames of an error, without its message. */
export function listStackFrames({ stack = '' }: Error): string {
  const lines = stack.split('\n').map((line) => line.trim());
  const frames = lines.filter((line) => line.startsWith('at '));
  return frames.slice(0, maxFrames).join(' | ');
}

/** Returns why an error says that the service is unavailable, or undefined for other errors. */
export function getCause({ cause }: Error): string | undefined {
  return typeof cause === 'string' ? cause : undefined;
}

/** The store calls and the consumed capacity of a request. */
export interface MeterReadings {
  store_calls: number;
  read_units: number;
  write_units: number;
}

/** Counts the store calls of one request, for its log line. */
export type Meter = ReturnType<typeof newMeter>;

/** Creates a meter at zero. */
export function newMeter() {
  let store_calls = 0;
  const units = { read: 0, write: 0 };
  return {
    /** Counts a store call. */
    count: (_: 'read' | 'write') => {
      store_calls += 1;
    },
    /** Adds the capacity units that a call has consumed. */
    consume: (kind: 'read' | 'write', consumed: number) => {
      units[kind] += consumed;
    },
    /** Returns the sums so far. */
    readings: () => ({
      store_calls,
      read_units: units.read,
      write_units: units.write,
    }),
  };
}
