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

/** Lists the environment variables whose names begin with `prefix`, except those that are empty. */
export function listEnvironment(prefix: string): { name: string; value: string }[] {
  const variables = Object.entries(process.env);
  return variables.flatMap(([name, value]) =>
    name.startsWith(prefix) && value ? [{ name, value }] : [],
  );
}
