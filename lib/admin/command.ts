import type { Table } from '#shared/table/table.ts';
import type { OperatorEvent } from './operator-log/operator-log.ts';

/** The streams of a command: the streams of the process, or the streams that a test passes. */
export interface Terminal {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
}

export interface CommandContext {
  table: Table;
  terminal: Terminal;
  now: Date;
  /** Keeps the audit event of a command that has begun its work, and can still fail. */
  record(event: OperatorEvent): Promise<void>;
}

/** A row in the output of a command. Its attributes have the names that the API uses. */
export interface Row {
  readonly [name: string]: string | number | boolean | readonly string[] | null;
}

/** The output of a command, and the audit event if it changed access to users' data. */
export type CommandResult = CommandEffects & (RowData | TableData);

interface CommandEffects {
  /** Sentences for the operator, which the JSON output omits. */
  note?: string;
  /** What is wrong, so that the command fails after its output. */
  problem?: string | undefined;
  event?: OperatorEvent;
}

interface RowData {
  data: Row;
  /** Tables about it, by name. */
  tables?: Readonly<Record<string, TableData>>;
}

/** Rows, e.g. all applications. */
export interface TableData {
  data: readonly Row[];
  /** The attributes that the text output shows, if it does not show all. */
  columns?: readonly string[];
}

/**
 * Wraps the work of a command as its action for commander. The action opens what the options name,
 * does the work, prints the result and writes the audit event.
 */
export type Runner<Context> = <Args extends unknown[]>(
  work: (context: Context, ...args: Args) => Promise<CommandResult>,
) => (...args: Args) => Promise<void>;

/** The runner of the commands that work on the table. */
export type CommandRunner = Runner<CommandContext>;

/** A note about revoked tokens. */
export const revocationDelayNote =
  'An API gateway that cached one of the tokens may accept it for up to 60 more seconds.';

/** A note about a new secret. */
export const secretNote = 'The secret is shown only once: the service stores its digest.';
