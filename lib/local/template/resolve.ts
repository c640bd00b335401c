import { awsAccount, awsRegion } from '../host/aws-account.ts';
import { findAttribute, resolveReference } from './identity.ts';
import type { CloudFormationTemplate, TemplateResource } from './stack.ts';

/**
 * What the intrinsic functions in a resource can look up in the template. All errors name that
 * resource.
 */
interface TemplateScope {
  /** Resolves a value and everything in it. */
  resolve(value: unknown): unknown;
  /** Returns the value of `Ref`. */
  resolveRef(id: string): unknown;
  /** Returns the value of `Fn::GetAtt`. */
  resolveAttribute(id: string, name: string): string;
  /** Returns the value of `Fn::FindInMap`, or undefined if the template has no such mapping. */
  findInMap(map: string, key: string, name: string): unknown;
  /** Returns whether a condition is true. `condition` is its name or an intrinsic function. */
  isTrue(condition: unknown): boolean;
}

type Arguments = readonly unknown[];

/**
 * Evaluates an intrinsic function. Its argument is unresolved, because `Fn::If` must not resolve
 * the branch that does not apply.
 */
type IntrinsicFunction = (argument: unknown, scope: TemplateScope) => unknown;

/** Returns an attribute. The argument is `[id, attribute]` or `id.attribute`. */
function getAttribute(argument: unknown, { resolveAttribute }: TemplateScope): string {
  const dotted = Array.isArray(argument) ? argument.join('.') : String(argument);
  const [id = '', ...path] = dotted.split('.');
  return resolveAttribute(id, path.join('.'));
}

function join(argument: unknown, { resolve }: TemplateScope): string {
  const [separator, parts] = resolve(argument) as [string, Arguments];
  return parts.join(separator);
}

function split(argument: unknown, { resolve }: TemplateScope): string[] {
  const [separator, text] = resolve(argument) as [string, string];
  return text.split(separator);
}

function select(argument: unknown, { resolve }: TemplateScope): unknown {
  const [index, list] = resolve(argument) as [number | string, Arguments];
  return list[Number(index)];
}

function lookUpInMap(argument: unknown, { resolve, findInMap }: TemplateScope): unknown {
  const [map = '', key = '', name = ''] = resolve(argument) as string[];
  return findInMap(map, key, name);
}

function chooseBranch(argument: unknown, { resolve, isTrue }: TemplateScope): unknown {
  const [condition, whenTrue, whenFalse] = argument as Arguments;
  const branch = isTrue(condition) ? whenTrue : whenFalse;
  return resolve(branch);
}

function equals(argument: unknown, { resolve }: TemplateScope): boolean {
  const [left, right] = resolve(argument) as Arguments;
  return left === right;
}

/** Matches `${name}` and `${!text}`. */
const variablePattern = /\$\{(!?)([^}]+)\}/g;

/** Replaces `${name}` and `${resource.attribute}`. `${!text}` is a literal `${text}`. */
function substitute(
  argument: unknown,
  { resolve, resolveRef, resolveAttribute }: TemplateScope,
): string {
  const parts: Arguments = Array.isArray(argument) ? argument : [argument];
  const [text, variables = {}] = parts as [unknown, Record<string, unknown>?];

  const lookUp = (name: string): unknown => {
    if (name in variables) return resolve(variables[name]);

    const [id = '', ...path] = name.split('.');
    if (path.length === 0) return resolveRef(id);
    return resolveAttribute(id, path.join('.'));
  };

  return String(text).replace(variablePattern, (_, mark: string, name: string) => {
    const isLiteral = mark === '!';
    return isLiteral ? `\${${name}}` : String(lookUp(name));
  });
}

/** The intrinsic functions of CloudFormation that the local runner supports. */
const intrinsicFunctions: Readonly<Record<string, IntrinsicFunction>> = {
  Ref: (id, { resolveRef }) => resolveRef(String(id)),
  Condition: (name, { isTrue }) => isTrue(name),
  'Fn::GetAtt': getAttribute,
  'Fn::Join': join,
  'Fn::Split': split,
  'Fn::Select': select,
  'Fn::Sub': substitute,
  'Fn::FindInMap': lookUpInMap,
  'Fn::If': chooseBranch,
  'Fn::Equals': equals,
  'Fn::Not': (conditions, { isTrue }) => !isTrue((conditions as Arguments)[0]),
  'Fn::And': (conditions, { isTrue }) => (conditions as Arguments).every(isTrue),
  'Fn::Or': (conditions, { isTrue }) => (conditions as Arguments).some(isTrue),
};

/** Resolves the intrinsic functions in a value. Errors name the resource that has the value. */
export type Resolve = (value: unknown, logicalId: string) => unknown;

/** Marks a property that `AWS::NoValue` removes. */
const noValue = Symbol('AWS::NoValue');

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Returns the name of the intrinsic function in an object, or undefined if it has none. */
function findIntrinsic(value: Record<string, unknown>): string | undefined {
  const [name = '', ...others] = Object.keys(value);
  if (others.length > 0) return undefined;

  // The `Condition` of an IAM policy is an object, not an intrinsic function.
  const isCondition = name === 'Condition' && typeof value[name] === 'string';
  const isIntrinsic = isCondition || name === 'Ref' || name.startsWith('Fn::');
  return isIntrinsic ? name : undefined;
}

function buildPseudoParameters(stackName: string): Record<string, unknown> {
  return {
    'AWS::AccountId': awsAccount,
    'AWS::NoValue': noValue,
    'AWS::Partition': 'aws',
    'AWS::Region': awsRegion,
    'AWS::StackId': `arn:aws:cloudformation:${awsRegion}:${awsAccount}:stack/${stackName}/local`,
    'AWS::StackName': stackName,
    'AWS::URLSuffix': 'amazonaws.com',
  };
}

/** Returns a resource that the resource `from` refers to. Throws if it is not in the template. */
function getResource(
  { Resources }: CloudFormationTemplate,
  id: string,
  from: string,
): TemplateResource {
  const resource = Resources[id];
  if (!resource)
    throw new Error(`Resource ${from} refers to ${id}, which is not in the template.`);
  return resource;
}

/** Resolves `Ref` and `Fn::GetAtt` in the resource `from`, which errors name. */
interface Lookup {
  resolveRef(id: string, from: string): unknown;
  resolveAttribute(id: string, name: string, from: string): string;
}

function createLookup(
  template: CloudFormationTemplate,
  stackName: string,
  resolve: Resolve,
): Lookup {
  const pseudoParameters = buildPseudoParameters(stackName);

  function resolveRef(id: string, from: string): unknown {
    if (id in pseudoParameters) return pseudoParameters[id];

    const parameter = template.Parameters?.[id];
    if (!parameter) {
      const resource = getResource(template, id, from);
      return resolveReference(id, resource, (value) => resolve(value, id));
    }

    if (parameter.Default === undefined)
      throw new Error(
        `Resource ${from} needs the parameter ${id}, which has no default.`,
      );
    return parameter.Default;
  }

  function resolveAttribute(id: string, name: string, from: string): string {
    const { Type: type } = getResource(template, id, from);
    const identity = { id, type, reference: String(resolveRef(id, from)) };
    const value = findAttribute(identity, name);
    if (value === undefined)
      throw new Error(
        `Resource ${from} reads ${id}.${name}, which the local runner does not support.`,
      );
    return value;
  }

  return { resolveRef, resolveAttribute };
}

/** Creates a function that returns the scope of a resource by its logical id. */
function createScopeLookup(
  template: CloudFormationTemplate,
  stackName: string,
  resolve: Resolve,
): (logicalId: string) => TemplateScope {
  const { Mappings = {}, Conditions = {} } = template;
  const lookup = createLookup(template, stackName, resolve);

  return (logicalId) => ({
    resolve: (value) => resolve(value, logicalId),
    resolveRef: (id) => lookup.resolveRef(id, logicalId),
    resolveAttribute: (id, name) => lookup.resolveAttribute(id, name, logicalId),
    findInMap: (map, key, name) => Mappings[map]?.[key]?.[name],
    isTrue: (condition) => {
      const definition =
        typeof condition === 'string' ? Conditions[condition] : condition;
      return resolve(definition, logicalId) === true;
    },
  });
}

/** Creates a function that resolves `Ref`, `Fn::*` and conditions as CloudFormation does. */
export function createResolver(
  template: CloudFormationTemplate,
  stackName: string,
): Resolve {
  const getScope = createScopeLookup(template, stackName, resolve);

  function resolveItems(items: readonly unknown[], logicalId: string): unknown[] {
    const resolved = items.map((item) => resolve(item, logicalId));
    return resolved.filter((item) => item !== noValue);
  }

  function resolveMembers(object: Record<string, unknown>, logicalId: string): object {
    const members: Record<string, unknown> = {};

    for (const [name, value] of Object.entries(object)) {
      const resolved = resolve(value, logicalId);
      if (resolved !== noValue) members[name] = resolved;
    }

    return members;
  }

  function resolve(value: unknown, logicalId: string): unknown {
    if (Array.isArray(value)) return resolveItems(value, logicalId);
    if (!isObject(value)) return value;

    const name = findIntrinsic(value);
    if (name === undefined) return resolveMembers(value, logicalId);

    const evaluate = intrinsicFunctions[name];
    if (!evaluate)
      throw new Error(
        `Resource ${logicalId} uses ${name}, which the local runner does not support.`,
      );
    return evaluate(value[name], getScope(logicalId));
  }

  return (value, logicalId) => {
    const resolved = resolve(value, logicalId);
    return resolved === noValue ? undefined : resolved;
  };
}
