import { appendFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import {
  type AuditEvent,
  type AuditSubject,
  formatAuditLine,
} from '#shared/runtime/audit.ts';
import { findEnvironment } from '#shared/runtime/environment.ts';
import { operatorLogOutput, readOutputs } from '../../deployment/outputs.ts';

/** The log of a service in which the actions of its operators are kept (decision 0068). */
export interface OperatorLog {
  /** The name of the log or its file, for messages. Undefined if there is none. */
  name: string | undefined;
  /** The name in the system of the person who runs the command. */
  login: string;
  append(line: string): Promise<void>;
}

/** The service that a command works on, as in `Target`, and the name that its operator gives. */
interface LoggedCommand {
  outputs?: string | undefined;
  table?: string | undefined;
  data: string;
  as?: string | undefined;
}

/** Opens the log of the service that a command works on. */
async function openOperatorLog(command: LoggedCommand): Promise<OperatorLog> {
  const { outputs, table, data } = command;
  if (outputs === undefined && table === undefined) return openLogFile(data);

  // The import is here so that a command on a local service does not load the AWS SDK.
  const { openLogGroup, openNoLog } = await import('./log-group.ts');
  const name = outputs && (await readOutputs(outputs))[operatorLogOutput];
  return name === undefined ? openNoLog() : openLogGroup(name);
}

/** Opens the file in the data folder of a local service with what its operators did. */
function openLogFile(data: string): OperatorLog {
  const name = join(data, 'operators.log');
  return {
    name,
    // sudo changes the user, but not who it is.
    login: findEnvironment('SUDO_USER') ?? readUserName(),
    append: (line) => appendFile(name, `${line}\n`, { mode: 0o600 }),
  };
}

/** Returns the name of the user, or their number if there is no name, as in a container. */
function readUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}

/** Stands for a log that cannot be opened. It keeps nothing, for the same reason. */
function toUnusableLog(reason: Error): OperatorLog {
  const append = () => Promise.reject(reason);
  return { name: 'the log of operators', login: 'unknown', append };
}

/** The audit event of a command. */
export type OperatorEvent = AuditSubject & { name: AuditEvent };

/** The line of an audit event, and whether a log has it. */
export interface KeptEvent {
  line: string;
  isKept: boolean;
}

/**
 * Keeps the audit event of a command with the name of the operator: their login, and the name that
 * they give if several people share it. Throws, with the line, if it should be kept and is not.
 */
export async function keepOperatorEvent(
  command: LoggedCommand,
  { name: event, ...subject }: OperatorEvent,
): Promise<KeptEvent> {
  const { name, login, append } = await openOperatorLog(command).catch(toUnusableLog);
  const operator = command.as ? `${command.as} as ${login}` : login;
  const line = formatAuditLine(event, { ...subject, operator });
  await append(line).catch((error: Error) => {
    throw new Error(
      `The command did its work, but ${name} does not have it (${error.message}). ` +
        `Keep this line: ${line}`,
    );
  });
  return { line, isKept: name !== undefined };
}
