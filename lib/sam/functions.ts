import type { Stack } from '../local/template/stack.ts';

/** A function of the template as `sam local` finds it. */
export interface SamFunction {
  logicalId: string;
  /** The name for `sam local invoke`, e.g. `MainDataSourceList`. */
  constructId: string;
  /** Names of the environment variables that the template declares. */
  variables: readonly string[];
}

interface FunctionProperties {
  Environment?: { Variables?: Record<string, unknown> };
}

/** Lists the functions of a stack. */
export function listSamFunctions(stack: Stack): SamFunction[] {
  const functions = stack.resources<FunctionProperties>('AWS::Lambda::Function');
  return functions.map(({ logicalId, properties, metadata }) => ({
    logicalId,
    constructId: parseConstructId(String(metadata['aws:cdk:path'])),
    variables: Object.keys(properties.Environment?.Variables ?? {}),
  }));
}

/** Parses a path such as `FitnessDataStack/MainDataSourceList/Resource`. */
function parseConstructId(path: string): string {
  return path.split('/').at(-2) ?? path;
}
