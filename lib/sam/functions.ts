import { settingVariables } from '#shared/contract/settings.ts';
import type { Stack } from '../local/template/stack.ts';

/** A function of the template as `sam local` finds it. */
export interface SamFunction {
  logicalId: string;
  /** The name for `sam local invoke`, e.g. `MainDataSourceList`. */
  constructId: string;
  /** Names of the environment variables that refer to resources. */
  variables: readonly string[];
  /** The environment variables with the settings of the operator. */
  constants: Readonly<Record<string, string>>;
}

const constantNames: readonly string[] = [
  ...Object.values(settingVariables),
  'MAIL_REGION',
];

interface FunctionProperties {
  Environment?: { Variables?: Record<string, unknown> };
}

/** Lists the functions of a stack. */
export function listSamFunctions(stack: Stack): SamFunction[] {
  const functions = stack.listResources<FunctionProperties>('AWS::Lambda::Function');
  return functions.map(({ logicalId, properties, metadata }) => ({
    logicalId,
    constructId: parseConstructId(String(metadata['aws:cdk:path'])),
    ...readVariables(properties),
  }));
}

function readVariables({
  Environment,
}: FunctionProperties): Pick<SamFunction, 'variables' | 'constants'> {
  const entries = Object.entries(Environment?.Variables ?? {});
  const isConstant = ([name]: [string, unknown]) => constantNames.includes(name);
  const constants = entries
    .filter(isConstant)
    .map(([name, value]) => [name, String(value)]);
  const variables = entries.filter((entry) => !isConstant(entry)).map(([name]) => name);
  return { variables, constants: Object.fromEntries(constants) };
}

/** Parses a path such as `FitnessDataStack/MainDataSourceList/Resource`. */
function parseConstructId(path: string): string {
  return path.split('/').at(-2) ?? path;
}
