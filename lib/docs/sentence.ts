import { type ErrorCode, errors } from '#shared/errors/errors.ts';

/** Details that a message takes apart, and so cannot be shown by their name. */
const samples: Readonly<Record<string, unknown>> = {
  failures: { '<field>': ['<what it must be>'] },
};

/**
 * Stands for the details of any error: each is shown by its name, as in `<id>`. As a list of one it survives being
 * joined and mapped as well.
 */
const details: object = new Proxy(samples, {
  get: (known, name) => known[String(name)] ?? [`<${String(name)}>`],
});

/** What an error tells the caller, with `<name>` where a request decides. */
export function sentenceOf(code: ErrorCode): string {
  const say = errors[code].message as (details: object) => unknown;
  return String(say(details));
}
