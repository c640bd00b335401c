import type { FunctionDefinition } from '../template/functions.ts';
import type { InstanceDeps } from './instance.ts';
import type { Invoke } from './invocation.ts';
import { createPool } from './pool.ts';

/** All functions of the stack. */
export interface Functions {
  invoke: Invoke;
  /** The variables that the stack gives to any function. */
  environment: Record<string, string>;
}

/** How the variables that the stack gives become those of this machine. */
export interface EnvironmentMapping {
  toLocal: (value: string) => string;
  /** The file with the key of this machine, for the functions that the stack tells of the key in the cloud. */
  keyFile: string;
  /** Laid over the own variables of the function of an ARN. */
  getOverrides: (functionArn: string) => Record<string, string>;
}

/** Makes every function ready to be invoked; none is loaded before it is, and `disposables` ends them all. */
export function startFunctions(
  definitions: readonly FunctionDefinition[],
  { toLocal, keyFile, getOverrides: overlayOf }: EnvironmentMapping,
  deps: InstanceDeps,
  disposables: AsyncDisposableStack,
): Functions {
  const localized = definitions.map((definition) => ({
    ...definition,
    environment: Object.fromEntries(
      Object.entries(definition.environment).map(([name, value]) =>
        name === 'ENCRYPTION_KMS_KEY_ID'
          ? ['ENCRYPTION_KEY_FILE', keyFile]
          : [name, toLocal(value)],
      ),
    ),
  }));
  const pools = new Map(
    localized.map((definition) => {
      const environment = { ...definition.environment, ...overlayOf(definition.arn) };
      return [definition.arn, createPool({ ...definition, environment }, deps)] as const;
    }),
  );
  for (const { end } of pools.values()) disposables.defer(end);
  return {
    environment: Object.assign({}, ...localized.map(({ environment }) => environment)) as Record<
      string,
      string
    >,
    invoke: async (functionArn, payload) => {
      const pool = pools.get(functionArn);
      if (pool) return pool.invoke(payload);
      return {
        ok: false,
        errorType: 'ResourceNotFoundException',
        errorMessage: `No function ${functionArn}.`,
      };
    },
  };
}
