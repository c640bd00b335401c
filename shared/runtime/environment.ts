/** The environment variable `name`; throws an error that names it where it is not set. */
export function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`The environment variable ${name} is not set.`);
  return value;
}

/** The environment variable `name`, or undefined where it is not set or empty. */
export function optionalEnvironment(name: string): string | undefined {
  return process.env[name] || undefined;
}
