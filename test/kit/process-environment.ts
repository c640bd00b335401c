/** The environment of this process before its first test. */
const initialEnvironment = { ...process.env };

/** Sets the environment of this process. Defaults to the environment before its first test. */
export function restoreEnvironment(
  environment: NodeJS.ProcessEnv = initialEnvironment,
): void {
  for (const name of Object.keys(process.env))
    if (environment[name] === undefined) delete process.env[name];
  Object.assign(process.env, environment);
}
