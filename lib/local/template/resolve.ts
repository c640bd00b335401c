import { awsAccount, awsRegion } from '../host/aws-account.ts';
import { findAttribute, resolveReference } from './identity.ts';
import type { CloudFormationTemplate, TemplateResource } from './stack.ts';

/** Resolves the intrinsic functions in a value. Errors name the resource that has the value. */
export type Resolve = (value: unknown, logicalId: string) => unknown;

/**
 * The parts of the template that the intrinsic functions in a resource can look up. All errors
 * name that resource.
 */
interface TemplateScope {
  /** Resolves a value and everything in it. */
  resolve(value: unknown): unknown;
  /** Returns the value of `Ref`. */
  resolveRef(id: string): unknown;
  /** Returns the value of `Fn::GetAtt`. `path` is the id and the attribute, split at dots. */
  resolveAttribute(path: readonly string[]): string;
  /** Returns the value of `Fn::FindInMap`, or undefined if the template has no such mapping. */
  findInMap(map: string, key: string, name: string): unknown;
  /** Returns whether a condition is true. `condition` is its name or an intrinsic function. */
  isTrue(condition: unknown): boolean;
}

type Arguments = readonly unknown[];

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
    return name.includes('.') ? resolveAttribute(name.split('.')) : resolveRef(name);
  };
  return String(text).replace(variablePattern, (_, mark: string, name: string) => {
    const isLiteral = mark === '!';
    return isLiteral ? `\${${name}}` : String(lookUp(name));
  });
}

/**
 * The intrinsic functions of CloudFormation that the local runner supports. Their arguments are
 * unresolved, because `Fn::If` must not resolve the branch that does not apply.
 */
const intrinsicFunctions: Readonly<
  Record<string, (argument: unknown, scope: TemplateScope) => unknown>
> = {
  Ref: (id, { resolveRef }) => resolveRef(String(id)),
  Condition: (name, { isTrue }) => isTrue(name),
  'Fn::GetAtt': (argument, { resolveAttribute }) => {
    const dotted = Array.isArray(argument) ? argument.join('.') : String(argument);
    return resolveAttribute(dotted.split('.'));
  },
  'Fn::Join': (argument, { resolve }) => {
    const [separator, parts] = resolve(argument) as [string, Arguments];
    return parts.join(separator);
  },
  'Fn::Split': (argument, { resolve }) => {
    const [separator, text] = resolve(argument) as [string, string];
    return text.split(separator);
  },
  'Fn::Select': (argument, { resolve }) => {
    const [index, list] = resolve(argument) as [number | string, Arguments];
    return list[Number(index)];
  },
  'Fn::Sub': substitute,
  'Fn::FindInMap': (argument, { resolve, findInMap }) => {
    const [map = '', key = '', name = ''] = resolve(argument) as string[];
    return findInMap(map, key, name);
  },
  'Fn::If': (argument, { resolve, isTrue }) => {
    const [condition, whenTrue, whenFalse] = argument as Arguments;
    return resolve(isTrue(condition) ? whenTrue : whenFalse);
  },
  'Fn::Equals': (argument, { resolve }) => {
    const [left, right] = resolve(argument) as Arguments;
    return left === right;
  },
  'Fn::Not': (conditions, { isTrue }) => !isTrue((conditions as Arguments)[0]),
  'Fn::And': (conditions, { isTrue }) => (conditions as Arguments).every(isTrue),
  'Fn::Or': (conditions, { isTrue }) => (conditions as Arguments).some(isTrue),
};

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

/** Creates the scope of the resource `from`. */
function createScope(
  { Parameters = {}, Mappings = {}, Conditions = {}, Resources }: CloudFormationTemplate,
  pseudoParameters: Readonly<Record<string, unknown>>,
  resolve: Resolve,
  from: string,
): TemplateScope {
  function getResource(id: string): TemplateResource {
    const resource = Resources[id];
    if (!resource)
      throw new Error(`Resource ${from} refers to ${id}, which is not in the template.`);
    return resource;
  }

  function resolveRef(id: string): unknown {
    if (id in pseudoParameters) return pseudoParameters[id];
    const parameter = Parameters[id];
    if (!parameter)
      return resolveReference(id, getResource(id), (value) => resolve(value, id));
    if (parameter.Default === undefined)
      throw new Error(
        `Resource ${from} needs the parameter ${id}, which has no default.`,
      );
    return parameter.Default;
  }

  return {
    resolve: (value) => resolve(value, from),
    resolveRef,
    resolveAttribute: ([id = '', ...path]) => {
      const { Type: type } = getResource(id);
      const identity = { id, type, reference: String(resolveRef(id)) };
      const name = path.join('.');
      const value = findAttribute(identity, name);
      if (value === undefined)
        throw new Error(
          `Resource ${from} reads ${id}.${name}, which the local runner does not support.`,
        );
      return value;
    },
    findInMap: (map, key, name) => Mappings[map]?.[key]?.[name],
    isTrue: (condition) => {
      const definition =
        typeof condition === 'string' ? Conditions[condition] : condition;
      return resolve(definition, from) === true;
    },
  };
}

/** Creates a function that resolves `Ref`, `Fn::*` and conditions as CloudFormation does. */
export function createResolver(
  template: CloudFormationTemplate,
  stackName: string,
): Resolve {
  const pseudoParameters = buildPseudoParameters(stackName);

  function resolve(value: unknown, logicalId: string): unknown {
    if (Array.isArray(value)) {
      const items = value.map((item) => resolve(item, logicalId));
      return items.filter((item) => item !== noValue);
    }
    if (!isObject(value)) return value;
    const name = findIntrinsic(value);
    if (name === undefined) {
      const members = Object.entries(value).map(
        ([member, content]) => [member, resolve(content, logicalId)] as const,
      );
      return Object.fromEntries(members.filter(([, content]) => content !== noValue));
    }

    const evaluate = intrinsicFunctions[name];
    if (!evaluate)
      throw new Error(
        `Resource ${logicalId} uses ${name}, which the local runner does not support.`,
      );
    return evaluate(
      value[name],
      createScope(template, pseudoParameters, resolve, logicalId),
    );
  }

  return (value, logicalId) => {
    const resolved = resolve(value, logicalId);
    return resolved === noValue ? undefined : resolved;
  };
}
