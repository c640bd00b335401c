import { awsAccount, awsRegion } from '../host/aws-account.ts';
import { findAttribute, resolveReference } from './identity.ts';
import { isObject } from './patterns.ts';
import type { CloudFormationTemplate, TemplateResource } from './stack.ts';

/** Resolves the intrinsic functions in a value. Errors name the resource that has the value. */
export type Resolve = (value: unknown, logicalId: string) => unknown;

/**
 * The parts of the template that the intrinsic functions in a resource can look up. All errors
 * name that resource.
 */
interface TemplateScope {
  /** Returns the value of `Ref`. */
  resolveRef(id: string): unknown;
  /** Returns the value of `Fn::GetAtt`. */
  resolveAttribute(id: string, name: string): string;
  /** Returns whether a condition is true. */
  isTrue(condition: string): boolean;
}

type Arguments = readonly unknown[];

/** Matches `${name}` and `${!text}`. */
const variablePattern = /\$\{(!?)([^}]+)\}/g;

/** Replaces `${name}` and `${resource.attribute}`. `${!text}` is a literal `${text}`. */
function substitute(
  argument: unknown,
  { resolveRef, resolveAttribute }: TemplateScope,
): string {
  const parts: Arguments = Array.isArray(argument) ? argument : [argument];
  const [text, variables = {}] = parts as [unknown, Record<string, unknown>?];
  const lookUp = (name: string): unknown => {
    if (name in variables) return variables[name];
    const [id = '', ...path] = name.split('.');
    return path.length > 0 ? resolveAttribute(id, path.join('.')) : resolveRef(id);
  };
  return String(text).replace(variablePattern, (_, mark: string, name: string) => {
    const isLiteral = mark === '!';
    return isLiteral ? `\${${name}}` : String(lookUp(name));
  });
}

/**
 * The intrinsic functions of CloudFormation that the template has, of their resolved arguments.
 */
const intrinsicFunctions: Readonly<
  Record<string, (argument: unknown, scope: TemplateScope) => unknown>
> = {
  Ref: (id, { resolveRef }) => resolveRef(String(id)),
  Condition: (name, { isTrue }) => isTrue(String(name)),
  'Fn::GetAtt': (argument, { resolveAttribute }) => {
    const [id, name] = argument as [string, string];
    return resolveAttribute(id, name);
  },
  'Fn::Join': (argument) => {
    const [separator, parts] = argument as [string, Arguments];
    return parts.join(separator);
  },
  'Fn::Split': (argument) => {
    const [separator, text] = argument as [string, string];
    return text.split(separator);
  },
  'Fn::Select': (argument) => {
    const [index, list] = argument as [number | string, Arguments];
    return list[Number(index)];
  },
  'Fn::Sub': substitute,
  'Fn::Equals': (argument) => {
    const [left, right] = argument as Arguments;
    return left === right;
  },
};

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
    'AWS::Partition': 'aws',
    'AWS::Region': awsRegion,
    'AWS::StackId': `arn:aws:cloudformation:${awsRegion}:${awsAccount}:stack/${stackName}/local`,
    'AWS::StackName': stackName,
    'AWS::URLSuffix': 'amazonaws.com',
  };
}

/** Creates the scope of the resource `from`. */
function createScope(
  { Parameters = {}, Conditions = {}, Resources }: CloudFormationTemplate,
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
    resolveRef,
    resolveAttribute: (id, name) => {
      const { Type: type } = getResource(id);
      const identity = { id, type, reference: String(resolveRef(id)) };
      const value = findAttribute(identity, name);
      if (value === undefined)
        throw new Error(
          `Resource ${from} reads ${id}.${name}, which the local runner does not support.`,
        );
      return value;
    },
    isTrue: (condition) => resolve(Conditions[condition], from) === true,
  };
}

/** Creates a function that resolves `Ref`, `Fn::*` and conditions as CloudFormation does. */
export function createResolver(
  template: CloudFormationTemplate,
  stackName: string,
): Resolve {
  const pseudoParameters = buildPseudoParameters(stackName);

  return function resolve(value: unknown, logicalId: string): unknown {
    if (Array.isArray(value)) return value.map((item) => resolve(item, logicalId));
    if (!isObject(value)) return value;
    const name = findIntrinsic(value);
    if (name === undefined) {
      const members = Object.entries(value).map(
        ([member, content]) => [member, resolve(content, logicalId)] as const,
      );
      return Object.fromEntries(members);
    }

    const evaluate = intrinsicFunctions[name];
    if (!evaluate)
      throw new Error(
        `Resource ${logicalId} uses ${name}, which the local runner does not support.`,
      );
    const scope = createScope(template, pseudoParameters, resolve, logicalId);
    return evaluate(resolve(value[name], logicalId), scope);
  };
}
