import { resolve } from 'node:path';
import { settingVariables } from '#shared/contract/resources.ts';
import type {
  CloudFormationTemplate,
  Stack,
  TemplateResource,
} from '../local/template/stack.ts';
import { rulesVariable } from '../time-zones/rules-file.ts';
import type { FunctionVariables } from './variables.ts';

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
  rulesVariable,
];

interface FunctionProperties {
  Environment?: { Variables?: Record<string, unknown> };
}

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

/**
 * Copies a template and sets the variables of its functions, because SAM ignores variables that a
 * template does not declare. The paths of the code become absolute, so the copy can be anywhere.
 */
export function buildSamTemplate(
  template: CloudFormationTemplate,
  directory: string,
  functions: readonly SamFunction[],
  variables: FunctionVariables,
): CloudFormationTemplate {
  const Resources = { ...template.Resources };
  for (const { logicalId, constructId } of functions) {
    const resource = Resources[logicalId];
    if (resource)
      Resources[logicalId] = setVariables(
        resource,
        directory,
        variables[constructId] ?? {},
      );
  }
  return { ...template, Resources };
}

function setVariables(
  resource: TemplateResource,
  directory: string,
  Variables: Readonly<Record<string, string>>,
): TemplateResource {
  const codePath = String(resource.Metadata?.['aws:asset:path']);
  return {
    ...resource,
    Properties: { ...resource.Properties, Environment: { Variables } },
    Metadata: { ...resource.Metadata, 'aws:asset:path': resolve(directory, codePath) },
  };
}
