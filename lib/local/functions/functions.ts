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
  /**
   * Replaces code from the next invocation on. `folders` maps function ARNs to new folders. A held
   * function without a new folder keeps its old code, and the log says so at each invocation.
   */
  replaceCode(folders: Readonly<Record<string, string>>): void;
}

/** Replacements that make the environment of the stack's functions a local one. */
export interface EnvironmentMapping {
  /** Replaces AWS addresses in a value. */
  toLocal: (value: string) => string;
  /** The file with the local encryption key, which replaces the KMS key. */
  keyFile: string;
  /** The file with the local keys that sign, which replace those of KMS. */
  signingKeyFile: string;
  /** The variables that override those of the template. */
  overrides: Readonly<Record<string, string>>;
}

function mapEnvironment(
  { environment }: LambdaFunction,
  { toLocal, keyFile, signingKeyFile }: EnvironmentMapping,
): Record<string, string> {
  const key = { ENCRYPTION_KEY_FILE: keyFile };
  const replacements: Readonly<Record<string, Record<string, string>>> = {
    ENCRYPTION_KMS_KEY_ID: key,
    SIGNING_KMS_KEYS: { ...key, SIGNING_KEY_FILE: signingKeyFile },
  };
  const variables = Object.entries(environment).map(
    ([name, value]) => replacements[name] ?? { [name]: toLocal(value) },
  );
  return Object.assign({}, ...variables);
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

function buildNotFound(functionArn: string): InvocationResult {
  return {
    ok: false,
    errorType: 'ResourceNotFoundException',
    errorMessage: `No function ${functionArn}.`,
  };
}

interface FunctionsDeps {
  pool: InstancePool;
  log: (line: string) => void;
}

/**
 * Prepares every function for invocations in the instances of a pool, which ends when `disposables`
 * is disposed of. The code is loaded on the first invocation.
 */
export function startFunctions(
  definitions: readonly LambdaFunction[],
  mapping: EnvironmentMapping,
  { pool, log }: FunctionsDeps,
  disposables: AsyncDisposableStack,
): Functions {
  const functions = mapDefinitions(definitions, mapping);
  let heldArns = new Set<string>();
  /** The functions whose last change could not be built. */
  let outdatedArns: ReadonlySet<string> = new Set();
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
      outdatedArns = heldArns.difference(new Set(Object.keys(folders)));
      heldArns = new Set();
      codeReplaced.resolve();
      codeReplaced = Promise.withResolvers();
    },
    invoke: async (functionArn, payload) => {
      if (heldArns.has(functionArn)) await codeReplaced.promise;
      const definition = functions.get(functionArn);
      if (!definition) return buildNotFound(functionArn);
      if (outdatedArns.has(functionArn))
        log(
          `${definition.name} runs its old code, because its last change does not build.`,
        );
      return pool.invoke(definition, payload);
    },
  };
}
