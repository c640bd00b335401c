import { type ErrorCode, errors } from '#shared/errors/errors.ts';

/** Samples of details that a message needs as an object, so their name alone would not do. */
const samples: Readonly<Record<string, unknown>> = {
  failures: { '<field>': ['<what it must be>'] },
  sentences: [],
};

/**
 * Any detail of an error, as its name in brackets. The list of one supports messages that join or
 * map.
 */
const placeholders: object = new Proxy(samples, {
  get: (known, name) => known[String(name)] ?? [`<${String(name)}>`],
});

/** Returns the message of an error, with `<name>` in place of each detail. */
export function getErrorMessage(code: ErrorCode): string {
  const render = errors[code].message as (details: object) => unknown;
  return String(render(placeholders));
}
