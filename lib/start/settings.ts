import { readFileSync } from 'node:fs';
import { listEnvironment } from '#shared/runtime/environment.ts';

/** Parses a settings file. Throws unless it is a JSON object. */
function parseSettings(path: string): object {
  let settings: unknown;
  try {
    settings = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`);
  }
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    throw new Error(`${path} must be a JSON object, e.g. {"port": 4000}.`);
  return settings;
}

/**
 * Reads a settings file, e.g. `{"port": 4000}`, and returns it as command-line arguments, e.g.
 * `['--port=4000']`. `names` are the known options. Throws if the file cannot be read, or if it has
 * an unknown setting or an invalid value.
 */
export function readSettingsFile(path: string, names: readonly string[]): string[] {
  const settings = Object.entries(parseSettings(path));
  const unknown = settings.map(([name]) => name).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `${path}: unknown setting ${unknown.join(', ')}; expected ${names.join(', ')}.`,
    );

  return settings.flatMap(([name, value]) => {
    // A switch that is `false` is not given.
    if (typeof value === 'boolean') return value ? [`--${name}`] : [];
    if (typeof value === 'string' || typeof value === 'number')
      return [`--${name}=${value}`];
    throw new Error(`${path}: ${name} must be a string, a number, true or false.`);
  });
}

/** The beginning of the environment variables with settings, e.g. `FITNESS_DATA_MAIN_URL`. */
const prefix = 'FITNESS_DATA_';

const toVariable = (name: string) => prefix + name.toUpperCase().replaceAll('-', '_');

/**
 * Returns the settings in the environment as command-line arguments. `names` are the known options,
 * all of which have a value. Throws if a variable has the prefix and names none of them.
 */
export function readSettingVariables(names: readonly string[]): string[] {
  const options = new Map(names.map((name) => [toVariable(name), name]));
  const variables = listEnvironment(prefix);
  const unknown = variables.find(({ name }) => !options.has(name));
  if (unknown)
    throw new Error(
      `Unknown variable ${unknown.name}; expected ${[...options.keys()].join(', ')}.`,
    );
  return variables.map(({ name, value }) => `--${options.get(name)}=${value}`);
}
