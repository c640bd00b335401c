import { isDeepStrictEqual } from 'node:util';
import type { LambdaFunction } from '../template/functions.ts';
import type { InvocationResult, Invoke } from './invocation.ts';
import { createInstancePool, type PoolDeps } from './pool.ts';

/** All functions of the stack. */
export interface Functions {
  invoke: Invoke;
  /** The variables that the stack sets for any function. */
  environment: Record<string, string>;
  /** Lets invocations of these functions wait for the next `replaceCode`. */
  holdInvocations(functionArns: readonly string[]): void;
  /** Replaces code from the next invocation on: `folders` has new code by the ARN of a function. */
  replaceCode(folders: Readonly<Record<string, string>>): void;
  /** Replaces all functions from the next invocation on. Instances of equal functions stay. */
  replaceAll(definitions: readonly LambdaFunction[], mapping: EnvironmentMapping): void;
}

/** How the stack's variables become local variables. */
export interface EnvironmentMapping {
  /** Replaces AWS addresses in a value. */
  toLocal: (value: string) => string;
  /** The file with the local encryption key, which replaces the KMS key. */
  keyFile: string;
  /** Returns the variables that override the variables of one function. */
  getOverrides: (functionArn: string) => Record<string, string>;
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
      const { arn } = definition;
      const environment = {
        ...mapEnvironment(definition, mapping),
        ...mapping.getOverrides(arn),
      };
      return [arn, { ...definition, environment }];
    }),
  );
}

/** Returns the next functions. An equal function keeps its object, and with it its instances. */
function keepEqual(
  previous: ReadonlyMap<string, LambdaFunction>,
  next: ReadonlyMap<string, LambdaFunction>,
): Map<string, LambdaFunction> {
  const merged = new Map(next);
  for (const [arn, definition] of previous) {
    if (isDeepStrictEqual(next.get(arn), definition)) merged.set(arn, definition);
  }
  return merged;
}

function toNotFound(functionArn: string): InvocationResult {
  return {
    ok: false,
    errorType: 'ResourceNotFoundException',
    errorMessage: `No function ${functionArn}.`,
  };
}

/** Prepares every function. The code is loaded on the first invocation. */
export function startFunctions(
  definitions: readonly LambdaFunction[],
  mapping: EnvironmentMapping,
  deps: PoolDeps,
  disposables: AsyncDisposableStack,
): Functions {
  let functions = mapDefinitions(definitions, mapping);
  let held = new Set<string>();
  let codeReplaced = Promise.withResolvers<void>();
  const pool = createInstancePool(deps);
  disposables.defer(pool.end);

  const environments = definitions.map((definition) =>
    mapEnvironment(definition, mapping),
  );
  return {
    environment: Object.assign({}, ...environments) as Record<string, string>,
    holdInvocations: (functionArns) => {
      held = new Set(functionArns);
    },
    replaceCode: (folders) => {
      for (const [arn, code] of Object.entries(folders)) {
        const definition = functions.get(arn);
        if (definition) functions.set(arn, { ...definition, code });
      }
      held.clear();
      codeReplaced.resolve();
      codeReplaced = Promise.withResolvers();
    },
    replaceAll: (nextDefinitions, nextMapping) => {
      functions = keepEqual(functions, mapDefinitions(nextDefinitions, nextMapping));
    },
    invoke: async (functionArn, payload) => {
      if (held.has(functionArn)) await codeReplaced.promise;
      const definition = functions.get(functionArn);
      return definition ? pool.invoke(definition, payload) : toNotFound(functionArn);
    },
  };
}
