import { type ErrorCode, errors } from '#shared/errors/errors.ts';

/** Sample values of the details that a message cannot render from a name alone. */
const samples: Readonly<Record<string, unknown>> = {
  failures: { '<field>': ['<what it must be>'] },
  sentences: [],
};

/** Has `<name>` for every other detail, in a list, because some messages join or map a detail. */
const placeholders: object = new Proxy(samples, {
  get: (details, name) => details[String(name)] ?? [`<${String(name)}>`],
});

/** Returns the message of an error, with `<name>` in place of each detail. */
export function getErrorMessage(code: ErrorCode): string {
  const render = errors[code].message as (details: object) => unknown;
  return String(render(placeholders));
}
