type Environment = Readonly<Record<string, string | undefined>>;

/** The places in which the SDK looks for a member of its configuration. */
interface Selectors<T> {
  environmentVariableSelector: (
    environment: Environment,
    options: object,
  ) => T | undefined;
  default: T | (() => T | Promise<T>);
}

/**
 * Replaces the SDK's loader of configuration in the bundles. Reads the environment only: Lambda has
 * no profile files, and a search for them throws two errors for each member.
 */
export function loadConfig<T>(
  { environmentVariableSelector, default: fallback }: Selectors<T>,
  options: object = {},
): () => Promise<T> {
  let loaded: Promise<T> | undefined;

  async function load(): Promise<T> {
    const value = environmentVariableSelector(process.env, options);
    if (value !== undefined) return value;
    return fallback instanceof Function ? fallback() : fallback;
  }

  return () => {
    loaded ??= load();
    return loaded;
  };
}

/**
 * Replaces the request for the region of a virtual machine, which Lambda has in the environment.
 */
export async function getInstanceMetadataRegion(): Promise<undefined> {}
