import { isDeepStrictEqual } from 'node:util';
import type { LambdaFunction } from '../template/resources.ts';
import type { InvocationResult, Invoke } from './invocation.ts';
import type { InstancePool } from './pool.ts';

/** All functions of the stack. */
export interface Functions {
  invoke: Invoke;
  /** The variables of all functions together, with local values. */
  environment: Record<string, string>;
  /** Makes invocations of these functions wait for the next `replaceCode`. */
  holdInvocations(functionArns: readonly string[]): void;
  /** Replaces code from the next invocation on. `folders` maps function ARNs to new folders. */
  replaceCode(folders: Readonly<Record<string, string>>): void;
  /** Replaces all functions from the next invocation on. Unchanged ones keep their instances. */
  replaceAll(definitions: readonly LambdaFunction[], mapping: EnvironmentMapping): void;
}

/** Replacements that make the environment of the stack's functions a local one. */
export interface EnvironmentMapping {
  /** Replaces AWS addresses in a value. */
  toLocal: (value: string) => string;
  /** The file with the local encryption key, which replaces the KMS key. */
  keyFile: string;
  /** The variables that override those of the template. */
  overrides: Readonly<Record<string, string>>;
}

function mapEnvironment(
  { environment }: LambdaFunction,
  { toLocal, keyFile }: EnvironmentMapping,
): Record<string, string> {
  const variables = Object.entries(environment).map(([name, value]) =>
    name === 'ENCRYPTION_KMS_KEY_ID'
      ? ['ENCRYPTION_KEY_FILE', keyFile]
      : [name, toLocal(value)],
  );
  return Object.fromEntries(variables);
}

/** Returns the functions with their local environment, by ARN. */
function mapDefinitions(
  definitions: readonly LambdaFunction[],
  mapping: EnvironmentMapping,
): Map<string, LambdaFunction> {
  return new Map(
    definitions.map((definition) => {
      const environment = {
        ...mapEnvironment(definition, mapping),
        ...mapping.overrides,
      };
      return [definition.arn, { ...definition, environment }];
    }),
  );
}

/**
 * Returns the new functions, with the old object of each function that has not changed. Instances
 * belong to that object.
 */
function keepUnchanged(
  oldFunctions: ReadonlyMap<string, LambdaFunction>,
  newFunctions: ReadonlyMap<string, LambdaFunction>,
): Map<string, LambdaFunction> {
  const merged = new Map(newFunctions);
  for (const [arn, definition] of oldFunctions) {
    if (isDeepStrictEqual(newFunctions.get(arn), definition)) merged.set(arn, definition);
  }
  return merged;
}

function buildNotFound(functionArn: string): InvocationResult {
  return {
    ok: false,
    errorType: 'ResourceNotFoundException',
    errorMessage: `No function ${functionArn}.`,
  };
}

/**
 * Prepares every function for invocations in the instances of a pool, which ends when `disposables`
 * is disposed of. The code is loaded on the first invocation.
 */
export function startFunctions(
  definitions: readonly LambdaFunction[],
  mapping: EnvironmentMapping,
  pool: InstancePool,
  disposables: AsyncDisposableStack,
): Functions {
  let functions = mapDefinitions(definitions, mapping);
  let heldArns = new Set<string>();
  let codeReplaced = Promise.withResolvers<void>();
  disposables.defer(pool.end);

  return {
    environment: Object.assign(
      {},
      ...definitions.map((definition) => mapEnvironment(definition, mapping)),
    ),
    holdInvocations: (functionArns) => {
      heldArns = new Set(functionArns);
    },
    replaceCode: (folders) => {
      for (const [arn, code] of Object.entries(folders)) {
        const definition = functions.get(arn);
        if (definition) functions.set(arn, { ...definition, code });
      }
      heldArns.clear();
      codeReplaced.resolve();
      codeReplaced = Promise.withResolvers();
    },
    replaceAll: (newDefinitions, newMapping) => {
      const replaced = mapDefinitions(newDefinitions, newMapping);
      functions = keepUnchanged(functions, replaced);
    },
    invoke: async (functionArn, payload) => {
      if (heldArns.has(functionArn)) await codeReplaced.promise;
      const definition = functions.get(functionArn);
      return definition ? pool.invoke(definition, payload) : buildNotFound(functionArn);
    },
  };
}
