import { readFileSync } from 'node:fs';

/** The settings of a file, by the long names of options without their dashes. */
type Settings = Readonly<Record<string, unknown>>;

function parseSettings(path: string): Settings {
  let settings: unknown;
  try {
    settings = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`);
  }

  const isObject = typeof settings === 'object' && settings !== null;
  if (!isObject || Array.isArray(settings))
    throw new Error(`${path} must be a JSON object, e.g. {"port": 4000}.`);
  return settings as Settings;
}

/** Returns the command-line arguments of one setting: none for a switch that is `false`. */
function toArguments(path: string, name: string, value: unknown): string[] {
  if (typeof value === 'boolean') return value ? [`--${name}`] : [];
  if (typeof value === 'string' || typeof value === 'number')
    return [`--${name}=${value}`];
  throw new Error(`${path}: ${name} must be a string, a number, true or false.`);
}

/**
 * Reads a settings file, e.g. `{"port": 4000}`, and returns it as command-line arguments, e.g.
 * `['--port=4000']`. `names` are the known options. Throws if the file cannot be read, or if it has
 * an unknown setting or an invalid value.
 */
export function readSettingsFile(path: string, names: readonly string[]): string[] {
  const settings = parseSettings(path);
  const unknown = Object.keys(settings).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `${path}: unknown setting ${unknown.join(', ')}; expected ${names.join(', ')}.`,
    );

  return Object.entries(settings).flatMap(([name, value]) =>
    toArguments(path, name, value),
  );
}
