import type { AuditEvent, AuditSubject } from '#shared/runtime/audit.ts';
import type { Table } from '#shared/table/table.ts';
import type { Terminal } from './terminal.ts';

/** An option of a command: one that takes a value names it, any other is a switch. */
export interface Option {
  about: string;
  /** What stands for the value in the help, as in `--email ADDRESS`. */
  value?: string;
  /** May be given more than once. */
  many?: true;
}

/** The arguments that must be given, in their order, and what each is. */
export type Arguments = Readonly<Record<string, string>>;
export type Options = Readonly<Record<string, Option>>;

/** What was given of some options. */
export type GivenOptions<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends { many: true }
    ? readonly string[]
    : O[Name] extends { value: string }
      ? string | undefined
      : boolean;
};

/** What was given on a command line, by the names of the arguments and the options. */
type Given<A extends Arguments, O extends Options> = {
  readonly [Name in keyof A]: string;
} & GivenOptions<O>;

/** The same of any command. */
export type GivenValues = Readonly<
  Record<string, string | boolean | readonly string[] | undefined>
>;

type Value = string | number | boolean | readonly string[] | null;

/** One thing that a command tells, in the words of the wire. */
export type Row = Readonly<Record<string, Value>>;

/**
 * What a command answers: a thing, or a list of things of which people are shown `columns`; a remark for people; and
 * what it has changed about access to people's data.
 */
export type Result = { remark?: string; event?: AuditSubject & { name: AuditEvent } } & (
  | { answer: Row }
  | { answer: readonly Row[]; columns: readonly string[] }
);

/** What a command works with. */
interface Surroundings {
  table: Table;
  terminal: Terminal;
  now: Date;
}

interface Described<A extends Arguments, O extends Options> {
  /** As in "Creates a person who can sign in." */
  about: string;
  arguments: A;
  options: O;
  /** Command lines after the command's own name. */
  examples: readonly string[];
}

/** One thing that an operator can do. */
export interface Command extends Described<Arguments, Options> {
  /** What is wrong with a combination of options, as a sentence. */
  check(given: GivenValues): string | undefined;
  run(surroundings: Surroundings, given: GivenValues): Promise<Result>;
}

/** The commands about one kind of thing; the group's name is its file's name in `commands/`. */
export interface Group {
  about: string;
  commands: Readonly<Record<string, Command>>;
}

/** States a command; `run` and `check` know its arguments and options by their names. */
export function command<const A extends Arguments, const O extends Options>({
  check = () => undefined,
  run,
  ...described
}: Described<A, O> & {
  check?: (given: Given<A, NoInfer<O>>) => string | undefined;
  run: (surroundings: Surroundings, given: Given<A, NoInfer<O>>) => Promise<Result>;
}): Command {
  // `parseArguments` gives what `arguments` and `options` describe.
  const known = (given: GivenValues) => given as Given<A, O>;
  return {
    ...described,
    check: (given) => check(known(given)),
    run: (surroundings, given) => run(surroundings, known(given)),
  };
}
