import { awsAccount, awsRegion } from '../host/aws-account.ts';
import { findAttribute, resolveReference } from './identity.ts';
import { intrinsicFunctions, type TemplateScope } from './intrinsic-functions.ts';
import type { CloudFormationTemplate, TemplateResource } from './template.ts';

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
