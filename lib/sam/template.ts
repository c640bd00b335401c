import { resolve } from 'node:path';
import type {
  CloudFormationTemplate,
  TemplateResource,
} from '../local/template/stack.ts';
import type { SamFunction } from './functions.ts';
import type { FunctionVariables } from './variables.ts';

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
