import { resolve as resolvePath } from 'node:path';
import type { ResolvedResource, Stack } from './stack.ts';

/** A Lambda function of the stack. */
export interface LambdaFunction {
  name: string;
  arn: string;
  /** The folder that is deployed as the function's code. */
  code: string;
  /** Module and export, e.g. `index.handler`. */
  handler: string;
  /** In MB. */
  memory: number;
  /** In seconds. */
  timeout: number;
  environment: Record<string, string>;
}

interface FunctionProperties {
  Handler: string;
  MemorySize?: number;
  Timeout?: number;
  Environment?: { Variables?: Record<string, unknown> };
}

function readEnvironment({ Environment }: FunctionProperties): Record<string, string> {
  const environment: Record<string, string> = {};

  for (const [name, value] of Object.entries(Environment?.Variables ?? {})) {
    environment[name] = String(value);
  }

  return environment;
}

function toLambdaFunction(
  stack: Stack,
  { logicalId, ref, properties, metadata }: ResolvedResource<FunctionProperties>,
): LambdaFunction {
  return {
    name: ref,
    arn: stack.getAttribute(logicalId, 'Arn'),
    code: resolvePath(stack.directory, String(metadata['aws:asset:path'])),
    handler: properties.Handler,
    memory: properties.MemorySize ?? 128,
    timeout: properties.Timeout ?? 3,
    environment: readEnvironment(properties),
  };
}

/** Reads the functions whose code is an asset. Lambda's defaults apply: 128 MB, 3 seconds. */
export function readFunctions(stack: Stack): LambdaFunction[] {
  const functions = stack.listResources<FunctionProperties>('AWS::Lambda::Function');
  const withAsset = functions.filter(
    ({ metadata }) => typeof metadata['aws:asset:path'] === 'string',
  );
  return withAsset.map((resource) => toLambdaFunction(stack, resource));
}
