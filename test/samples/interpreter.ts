import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Command } from '../openapi-tools/tool.ts';

/** The line that an interpreter prints after each sample. */
export const endMark = '--- end of the sample ---';

/** A program that runs the samples of a guide one after another. */
export interface Interpreter extends AsyncDisposable {
  /** Runs a sample, and returns what it prints. Throws if the program ends. */
  run(code: string): Promise<string>;
}

interface InterpreterOptions {
  command: Command;
  /** The variables of the environment, besides those of this process. */
  variables: Readonly<Record<string, string>>;
  /** Returns what the program reads to run a sample, and to print the end mark. */
  toInput(code: string): string;
}

/** Starts a program that reads samples from its standard input. */
export function startInterpreter(options: InterpreterOptions): Interpreter {
  const { command, variables, toInput } = options;
  const [program, ...args] = command;
  const child = spawn(program, args, { env: { ...process.env, ...variables } });
  const closed = once(child, 'close');
  const errors = text(child.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(code) {
      child.stdin.write(toInput(code));
      const printed: string[] = [];
      for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error(`The sample failed:\n${code}\n${await errors}`);
        if (value === endMark) return printed.join('\n').trim();
        printed.push(value);
      }
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await closed;
    },
  };
}
