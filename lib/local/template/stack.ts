import { dirname, resolve as resolvePath } from 'node:path';
import { createResolver } from './resolve.ts';
import { readTemplate, stackNameOf } from './template.ts';

/** A resource with its properties resolved. */
export interface ResolvedResource<P> {
  logicalId: string;
  /** What `Ref` gives: the id or name. */
  ref: string;
  properties: P;
  metadata: Record<string, unknown>;
}

/** A synthesized stack, read the way CloudFormation would. */
export interface Stack {
  name: string;
  /** The folder that asset paths are relative to. */
  directory: string;
  /** Every resource of these types whose condition holds. The CDK has checked that `P` is what they look like. */
  resources<P>(...types: string[]): ResolvedResource<P>[];
  /** What `Fn::GetAtt` gives. Throws where the runner knows no such attribute. */
  attribute(logicalId: string, name: string): string;
  /** The resolved value of an output; undefined where the stack has none of that name. */
  output(name: string): string | undefined;
}

/** Reads the stack that was synthesized into `file`. */
export function readStack(file: string): Stack {
  const template = readTemplate(file);
  const name = stackNameOf(file);
  const resolve = createResolver(template, name);
  return {
    name,
    directory: dirname(resolvePath(file)),
    resources: <P>(...types: string[]) =>
      Object.entries(template.Resources)
        .filter(([, { Type }]) => types.includes(Type))
        .filter(([id, { Condition }]) => !Condition || resolve({ Condition }, id) === true)
        .map(([logicalId, { Properties = {}, Metadata = {} }]) => ({
          logicalId,
          ref: String(resolve({ Ref: logicalId }, logicalId)),
          properties: resolve(Properties, logicalId) as P,
          metadata: Metadata,
        })),
    attribute: (id, attribute) => String(resolve({ 'Fn::GetAtt': [id, attribute] }, id)),
    output: (output) => {
      const value = resolve(template.Outputs?.[output]?.Value, `output ${output}`);
      return value === undefined ? undefined : String(value);
    },
  };
}
