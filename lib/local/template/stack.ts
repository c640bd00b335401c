import { dirname, resolve as resolvePath } from 'node:path';
import { createResolver } from './resolve.ts';
import { readTemplate, stackNameOf } from './template.ts';

/** A resource of the stack. */
export interface ResolvedResource<P> {
  logicalId: string;
  /** What `Ref` gives: the id or name. */
  ref: string;
  /** Each is resolved when it is first read, so that nothing fails for what the runner has no use for. */
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

/** An object with the same members, each made by `resolve` when it is first read. */
function lazily(members: Record<string, unknown>, resolve: (value: unknown) => unknown): object {
  const made = new Map<string, unknown>();
  const read = (name: string) => {
    if (!made.has(name)) made.set(name, resolve(members[name]));
    return made.get(name);
  };
  const accessors = Object.keys(members).map((name) => [
    name,
    { enumerable: true, get: () => read(name) },
  ]);
  return Object.defineProperties({}, Object.fromEntries(accessors));
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
          properties: lazily(Properties, (value) => resolve(value, logicalId)) as P,
          metadata: Metadata,
        })),
    attribute: (id, attribute) => String(resolve({ 'Fn::GetAtt': [id, attribute] }, id)),
    output: (output) => {
      const value = resolve(template.Outputs?.[output]?.Value, `output ${output}`);
      return value === undefined ? undefined : String(value);
    },
  };
}
