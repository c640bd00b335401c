/**
 * Returns the environment variable `name`. Throws an error with its name if it is unset or empty.
 */
export function requireEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
}

/** Returns the environment variable `name`, or undefined if it is unset or empty. */
export function findEnvironment(name: string): string | undefined {
  return process.env[name] || undefined;
}
