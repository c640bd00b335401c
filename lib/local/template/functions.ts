import { resolve as resolvePath } from 'node:path';
import type { Stack } from './stack.ts';

/** A Lambda function of the stack. */
export interface FunctionDefinition {
  name: string;
  arn: string;
  /** The folder that is deployed as the function's code. */
  code: string;
  /** Module and export, as in `index.handler`. */
  handler: string;
  /** MB */
  memory: number;
  /** Seconds */
  timeout: number;
  environment: Record<string, string>;
}

interface RoleProperties {
  Policies?: unknown;
}

/** The ARNs of the functions that may delete items of tables, as their roles say. */
export function readDeleters(stack: Stack): ReadonlySet<string> {
  const deleting = stack
    .resources<RoleProperties>('AWS::IAM::Role')
    .filter(({ properties }) =>
      JSON.stringify(properties.Policies)?.includes('"dynamodb:DeleteItem"'),
    )
    .map(({ logicalId }) => stack.attribute(logicalId, 'Arn'));
  const functions = stack.resources<{ Role: string }>('AWS::Lambda::Function');
  return new Set(
    functions
      .filter(({ properties }) => deleting.includes(properties.Role))
      .map(({ logicalId }) => stack.attribute(logicalId, 'Arn')),
  );
}

interface FunctionProperties {
  Handler: string;
  MemorySize?: number;
  Timeout?: number;
  Environment?: { Variables?: Record<string, unknown> };
}

/** The functions of the stack whose code is an asset on disk. The defaults are Lambda's: 128 MB, 3 seconds. */
export function readFunctions(stack: Stack): FunctionDefinition[] {
  return stack
    .resources<FunctionProperties>('AWS::Lambda::Function')
    .filter(({ metadata }) => typeof metadata['aws:asset:path'] === 'string')
    .map(({ logicalId, ref, properties, metadata }) => ({
      name: ref,
      arn: stack.attribute(logicalId, 'Arn'),
      code: resolvePath(stack.directory, String(metadata['aws:asset:path'])),
      handler: properties.Handler,
      memory: properties.MemorySize ?? 128,
      timeout: properties.Timeout ?? 3,
      environment: Object.fromEntries(
        Object.entries(properties.Environment?.Variables ?? {}).map(([name, value]) => [
          name,
          String(value),
        ]),
      ),
    }));
}
