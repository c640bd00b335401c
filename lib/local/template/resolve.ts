import { account, region } from '../host/aws-account.ts';
import { attributeOf, referenceTo } from './identity.ts';
import { intrinsicFunctions, type Scope } from './intrinsic-functions.ts';
import type { Resource, Template } from './template.ts';

/** Resolves the intrinsic functions in a value that belongs to `owner`. Throws a sentence that names the owner. */
export type Resolve = (value: unknown, owner: string) => unknown;

/** Marks a property that `AWS::NoValue` removes. */
const noValue = Symbol('AWS::NoValue');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Makes the function that resolves `Ref`, `Fn::*` and conditions the way CloudFormation does for this template. */
export function createResolver(template: Template, stackName: string): Resolve {
  const scopes = createScopes(template, stackName, resolve);

  function resolve(value: unknown, owner: string): unknown {
    if (Array.isArray(value))
      return value.map((item) => resolve(item, owner)).filter((item) => item !== noValue);
    if (!isObject(value)) return value;
    const name = intrinsicIn(value);
    if (name === undefined) return resolveMembers(value, owner);
    const apply = intrinsicFunctions[name];
    if (!apply)
      throw new Error(`Resource ${owner} uses ${name}, which the local runner does not know.`);
    return apply(value[name], scopes(owner));
  }

  function resolveMembers(value: Record<string, unknown>, owner: string): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(value)
        .map(([name, member]) => [name, resolve(member, owner)] as const)
        .filter(([, member]) => member !== noValue),
    );
  }

  return (value, owner) => {
    const resolved = resolve(value, owner);
    return resolved === noValue ? undefined : resolved;
  };
}

/** The name of the intrinsic function that an object is; undefined where it is just an object. */
function intrinsicIn(value: Record<string, unknown>): string | undefined {
  const [name = '', ...others] = Object.keys(value);
  const isCondition = name === 'Condition' && typeof value[name] === 'string';
  const isIntrinsic =
    others.length === 0 && (name === 'Ref' || isCondition || name.startsWith('Fn::'));
  return isIntrinsic ? name : undefined;
}

/** Makes what the intrinsic functions of a resource look up, from the resource's logical id. */
function createScopes(
  template: Template,
  stackName: string,
  resolve: Resolve,
): (owner: string) => Scope {
  const pseudoParameters = pseudoParametersOf(stackName);

  function resourceNamed(id: string, owner: string): Resource {
    const resource = template.Resources[id];
    if (!resource)
      throw new Error(`Resource ${owner} refers to ${id}, which is not in the template.`);
    return resource;
  }

  function reference(id: string, owner: string): unknown {
    if (id in pseudoParameters) return pseudoParameters[id];
    const parameter = template.Parameters?.[id];
    if (!parameter) return referenceTo(id, resourceNamed(id, owner), (value) => resolve(value, id));
    if (parameter.Default === undefined)
      throw new Error(`Resource ${owner} needs the parameter ${id}, which has no default.`);
    return parameter.Default;
  }

  function attribute(id: string, name: string, owner: string): string {
    const { Type } = resourceNamed(id, owner);
    const value = attributeOf(id, Type, name, String(reference(id, owner)));
    if (value === undefined)
      throw new Error(
        `Resource ${owner} reads ${id}.${name}: the local runner knows no ${name} of ${Type}.`,
      );
    return value;
  }

  return (owner) => ({
    resolve: (value) => resolve(value, owner),
    reference: (id) => reference(id, owner),
    attribute: (id, name) => attribute(id, name, owner),
    mapping: (map, key, name) => template.Mappings?.[map]?.[key]?.[name],
    holds: (condition) => {
      const written = typeof condition === 'string' ? template.Conditions?.[condition] : condition;
      return resolve(written, owner) === true;
    },
  });
}

function pseudoParametersOf(stackName: string): Record<string, unknown> {
  return {
    'AWS::AccountId': account,
    'AWS::NoValue': noValue,
    'AWS::Partition': 'aws',
    'AWS::Region': region,
    'AWS::StackId': `arn:aws:cloudformation:${region}:${account}:stack/${stackName}/local`,
    'AWS::StackName': stackName,
    'AWS::URLSuffix': 'amazonaws.com',
  };
}
