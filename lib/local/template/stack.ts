import { readFileSync } from 'node:fs';
import { basename, dirname, resolve as resolvePath } from 'node:path';
import { createResolver, type Resolve } from './resolve.ts';

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
function parseStackName(file: string): string {
  return basename(file).replace(/\.template\.json$/, '');
}

/** A resource of the stack. */
export interface ResolvedResource<P> {
  logicalId: string;
  /** The value of `Ref`: the physical id or the name. */
  ref: string;
  /** Resolved on first access, so properties that the runner does not use cannot cause an error. */
  properties: P;
  metadata: Record<string, unknown>;
}

/** A synthesized stack, resolved as CloudFormation resolves it. */
export interface Stack {
  name: string;
  /** The folder that contains the assets. */
  directory: string;
  /**
   * Lists the resources of a type whose condition is true. `P`, the type of their properties, is
   * not checked: the CDK has validated them.
   */
  listResources<P>(type: string): ResolvedResource<P>[];
  /** Returns the value of `Fn::GetAtt`. Throws if the runner does not support the attribute. */
  getAttribute(logicalId: string, name: string): string;
  /** Returns the resolved value of an output, or undefined if the stack has no such output. */
  findOutput(name: string): string | undefined;
}

/** Returns an object with the same members, each resolved on first access. */
function resolveLazily(
  members: Record<string, unknown>,
  resolve: (value: unknown) => unknown,
): object {
  const resolved = new Map<string, unknown>();
  const get = (name: string) => {
    if (!resolved.has(name)) resolved.set(name, resolve(members[name]));
    return resolved.get(name);
  };
  const accessors = Object.keys(members).map((name) => [
    name,
    { enumerable: true, get: () => get(name) },
  ]);
  return Object.defineProperties({}, Object.fromEntries(accessors));
}

function toResolvedResource<P>(
  logicalId: string,
  { Properties = {}, Metadata = {} }: TemplateResource,
  resolve: Resolve,
): ResolvedResource<P> {
  const properties = resolveLazily(Properties, (value) => resolve(value, logicalId));

  return {
    logicalId,
    ref: String(resolve({ Ref: logicalId }, logicalId)),
    properties: properties as P,
    metadata: Metadata,
  };
}

/** Reads the stack that the CDK synthesized into `file`. */
export function readStack(file: string): Stack {
  const template = readTemplate(file);
  const name = parseStackName(file);
  const resolve = createResolver(template, name);

  const exists = ([logicalId, { Condition }]: [string, TemplateResource]) =>
    !Condition || resolve({ Condition }, logicalId) === true;

  const resources = Object.entries(template.Resources);
  const byLogicalId = new Map<string, ResolvedResource<unknown>>();

  /** Resolves a resource once, because many readers list the same types. */
  function getResource(logicalId: string, resource: TemplateResource) {
    const resolved =
      byLogicalId.get(logicalId) ?? toResolvedResource(logicalId, resource, resolve);
    byLogicalId.set(logicalId, resolved);
    return resolved;
  }

  function listResources<P>(type: string): ResolvedResource<P>[] {
    const ofType = resources.filter(([, { Type }]) => Type === type);
    const existing = ofType.filter(exists);
    return existing.map(
      ([logicalId, resource]) => getResource(logicalId, resource) as ResolvedResource<P>,
    );
  }

  return {
    name,
    directory: dirname(resolvePath(file)),
    listResources,
    getAttribute: (id, attribute) => {
      const value = resolve({ 'Fn::GetAtt': [id, attribute] }, id);
      return String(value);
    },
    findOutput: (output) => {
      const value = resolve(template.Outputs?.[output]?.Value, `output ${output}`);
      return value === undefined ? undefined : String(value);
    },
  };
}
