import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** One resource of a CloudFormation template, its intrinsic functions not yet resolved. */
export interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
  Metadata?: Record<string, unknown>;
  Condition?: string;
}

/** A synthesized CloudFormation template. */
export interface Template {
  Parameters?: Record<string, { Default?: string }>;
  Mappings?: Record<string, Record<string, Record<string, unknown>>>;
  Conditions?: Record<string, unknown>;
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Value: unknown }>;
}

/** Reads a synthesized template. Throws a sentence that says what to do where there is none. */
export function readTemplate(file: string): Template {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Template;
  } catch (error) {
    throw new Error(`There is no template to run at ${file}. Synthesize the stack first.`, {
      cause: error,
    });
  }
}

/** Name of the stack that the CDK wrote into `file`, as in `<stack>.template.json`. */
export function stackNameOf(file: string): string {
  return basename(file).replace(/\.template\.json$/, '');
}
