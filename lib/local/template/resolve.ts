import { account, region } from '../account.ts';
import { attributeOf, referenceTo } from './identity.ts';
import type { Resource, Template } from './template.ts';

/** Resolves the intrinsic functions in a value that belongs to `owner`. Throws a sentence that names the owner. */
export type Resolve = (value: unknown, owner: string) => unknown;

type Arguments = readonly unknown[];

/** Marks a property that `AWS::NoValue` removes. */
const noValue = Symbol('AWS::NoValue');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Makes the function that resolves `Ref`, `Fn::*` and conditions the way CloudFormation does for this template. */
export function createResolver(template: Template, stackName: string): Resolve {
  const pseudoParameters: Record<string, unknown> = {
    'AWS::AccountId': account,
    'AWS::NoValue': noValue,
    'AWS::Partition': 'aws',
    'AWS::Region': region,
    'AWS::StackId': `arn:aws:cloudformation:${region}:${account}:stack/${stackName}/local`,
    'AWS::StackName': stackName,
    'AWS::URLSuffix': 'amazonaws.com',
  };

  function resourceNamed(id: string, owner: string): Resource {
    const resource = template.Resources[id];
    if (!resource) throw new Error(`Resource ${owner} refers to ${id}, which is not in the template.`);
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
      throw new Error(`Resource ${owner} reads ${id}.${name}: the local runner knows no ${name} of ${Type}.`);
    return value;
  }

  function substitute(text: string, variables: Record<string, unknown>, owner: string): string {
    return text.replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      if (name in variables) return String(resolve(variables[name], owner));
      const [id = '', ...path] = name.split('.');
      return String(path.length > 0 ? attribute(id, path.join('.'), owner) : reference(id, owner));
    });
  }

  function holds(condition: unknown, owner: string): boolean {
    return resolve(typeof condition === 'string' ? { Condition: condition } : condition, owner) === true;
  }

  /** Each function receives its argument unresolved, because `Fn::If` must leave one branch alone. */
  const functions: Record<string, (argument: unknown, owner: string) => unknown> = {
    Ref: (id, owner) => reference(String(id), owner),
    Condition: (name, owner) => resolve(template.Conditions?.[String(name)], owner),
    'Fn::GetAtt': (argument, owner) => {
      const [id = '', ...path] = Array.isArray(argument) ? argument.map(String) : String(argument).split('.');
      return attribute(id, path.join('.'), owner);
    },
    'Fn::Join': (argument, owner) => {
      const [separator, parts] = resolve(argument, owner) as [string, Arguments];
      return parts.join(separator);
    },
    'Fn::Split': (argument, owner) => {
      const [separator, text] = resolve(argument, owner) as [string, string];
      return text.split(separator);
    },
    'Fn::Select': (argument, owner) => {
      const [index, list] = resolve(argument, owner) as [number | string, Arguments];
      return list[Number(index)];
    },
    'Fn::Sub': (argument, owner) => {
      const [text, variables] = Array.isArray(argument) ? argument : [argument, {}];
      return substitute(String(text), variables as Record<string, unknown>, owner);
    },
    'Fn::FindInMap': (argument, owner) => {
      const [map = '', key = '', name = ''] = resolve(argument, owner) as string[];
      return template.Mappings?.[map]?.[key]?.[name];
    },
    'Fn::If': (argument, owner) => {
      const [condition, then, otherwise] = argument as Arguments;
      return resolve(holds(condition, owner) ? then : otherwise, owner);
    },
    'Fn::Equals': (argument, owner) => {
      const [left, right] = resolve(argument, owner) as Arguments;
      return left === right;
    },
    'Fn::Not': (argument, owner) => !holds((argument as Arguments)[0], owner),
    'Fn::And': (argument, owner) => (argument as Arguments).every((part) => holds(part, owner)),
    'Fn::Or': (argument, owner) => (argument as Arguments).some((part) => holds(part, owner)),
  };

  function resolve(value: unknown, owner: string): unknown {
    if (Array.isArray(value))
      return value.map((item) => resolve(item, owner)).filter((item) => item !== noValue);
    if (!isObject(value)) return value;
    const [name = '', ...others] = Object.keys(value);
    const isCondition = name === 'Condition' && typeof value[name] === 'string';
    const isIntrinsic = others.length === 0 && (name === 'Ref' || isCondition || name.startsWith('Fn::'));
    if (!isIntrinsic) return resolveMembers(value, owner);
    const apply = functions[name];
    if (!apply) throw new Error(`Resource ${owner} uses ${name}, which the local runner does not know.`);
    return apply(value[name], owner);
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
