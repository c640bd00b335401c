import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** One resource of a CloudFormation template, with unresolved intrinsic functions. */
export interface TemplateResource {
  Type: string;
  Properties?: Record<string, unknown>;
  Metadata?: Record<string, unknown>;
  Condition?: string;
}

/** A synthesized CloudFormation template. */
export interface CloudFormationTemplate {
  Parameters?: Record<string, { Default?: string }>;
  Mappings?: Record<string, Record<string, Record<string, unknown>>>;
  Conditions?: Record<string, unknown>;
  Resources: Record<string, TemplateResource>;
  Outputs?: Record<string, { Value: unknown }>;
}

/** Reads a synthesized template. Throws if the file is missing or is not JSON. */
export function readTemplate(file: string): CloudFormationTemplate {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as CloudFormationTemplate;
  } catch (cause) {
    const message = `There is no template to run at ${file}. Synthesize the stack first.`;
    throw new Error(message, { cause });
  }
}

/** Returns the name of the stack that the CDK wrote to `file`, e.g. `<stack>.template.json`. */
export function parseStackName(file: string): string {
  return basename(file).replace(/\.template\.json$/, '');
}
