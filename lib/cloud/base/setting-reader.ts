import type { Construct } from 'constructs';

/** Reads the context value of a setting, or undefined if it is absent or empty. */
export type SettingReader = (name: string) => string | undefined;

/** Creates the reader of the settings of `scope`. */
export function createSettingReader(scope: Construct): SettingReader {
  return (name) => {
    const value: unknown = scope.node.tryGetContext(name);
    return value === undefined || value === '' ? undefined : String(value);
  };
}

/**
 * Throws an error if the context has a setting that does not exist, e.g. because its name is
 * misspelled. Names of the CDK's own context values contain a colon, a slash or a hyphen.
 */
export function rejectUnknownSettings(
  scope: Construct,
  settingNames: readonly string[],
): void {
  const contextNames = Object.keys(scope.node.getAllContext());
  const givenNames = contextNames.filter((name) => /^[a-z]\w*$/i.test(name));
  const unknown = givenNames.filter((name) => !settingNames.includes(name));
  if (unknown.length === 0) return;
  throw new Error(
    `Unknown context value ${unknown.join(', ')}. ` +
      `The settings are ${settingNames.join(', ')}.`,
  );
}

/** Parses an integer from 1 to 999,999. Throws an error that names the setting. */
export function parseLimit(name: string, value: string): number {
  if (/^[1-9]\d{0,5}$/.test(value)) return Number(value);
  throw new Error(`The context value ${name} must be a positive integer, not ${value}.`);
}

/** Parses an integer of at least `min`. Returns undefined if the setting has no value. */
export function parseOptionalLimit(
  name: string,
  value: string | undefined,
  min = 1,
): number | undefined {
  if (value === undefined) return undefined;
  const limit = parseLimit(name, value);
  if (limit >= min) return limit;
  throw new Error(`The context value ${name} must be at least ${min}, not ${value}.`);
}

/** Returns a value if it is undefined or a choice. Otherwise throws an error with the choices. */
export function parseChoice<Choice extends string>(
  name: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  const choice = choices.find((candidate) => candidate === value);
  if (value === undefined || choice) return choice;
  throw new Error(
    `The context value ${name} must be one of ${choices.join(', ')}, not ${value}.`,
  );
}

/** Parses `true` or `false`. Throws an error that names the setting. */
export function parseSwitch(name: string, value: string): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  throw new Error(`The context value ${name} must be true or false, not ${value}.`);
}

/** Returns a value that matches a pattern. Throws an error that says what it must be. */
export function parsePattern(
  name: string,
  value: string | undefined,
  { pattern, form }: { pattern: RegExp; form: string },
): string | undefined {
  if (value === undefined || pattern.test(value)) return value;
  throw new Error(`The context value ${name} must be ${form}, not ${value}.`);
}
