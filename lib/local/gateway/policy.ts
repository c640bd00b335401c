import { wildcardToRegExp } from '../template/patterns.ts';

/** A statement of an IAM policy, limited to the members that an authorizer needs. */
interface PolicyStatement {
  effect: 'Allow' | 'Deny';
  /** Whether the actions include the invocation of an API. */
  coversInvoke: boolean;
  /** Patterns for the ARNs of methods. */
  resources: RegExp[];
}

/** A policy that the local runner can evaluate. */
export type AuthorizerPolicy = readonly PolicyStatement[];

function isStringList(values: unknown[]): values is string[] {
  return values.every((value) => typeof value === 'string');
}

function parseStatement(value: unknown): PolicyStatement | undefined {
  // `Object` turns null and scalars into objects without these members.
  const { Effect, Action, Resource, ...others } = Object(value) as Record<
    string,
    unknown
  >;
  const hasUnknownMembers = Object.keys(others).some((name) => name !== 'Sid');
  if (hasUnknownMembers) return undefined;
  if (Effect !== 'Allow' && Effect !== 'Deny') return undefined;

  const actions = [Action].flat();
  const resources = [Resource].flat();
  if (!isStringList(actions) || !isStringList(resources)) return undefined;

  return {
    effect: Effect,
    coversInvoke: actions.some(isInvoke),
    resources: resources.map((resource) => wildcardToRegExp(resource)),
  };
}

/**
 * Parses a policy document. Returns undefined if it is malformed, or if it has members that the
 * runner does not evaluate, e.g. `Condition` or `NotAction`. A request is then rejected.
 */
export function parsePolicy(document: unknown): AuthorizerPolicy | undefined {
  const { Statement } = Object(document) as Record<string, unknown>;
  if (Statement === undefined) return undefined;

  const statements = [Statement].flat().map(parseStatement);
  const areValid = statements.every((statement) => statement !== undefined);
  return areValid ? statements : undefined;
}

/** Returns whether an action, which may have wildcards, includes the invocation of an API. */
function isInvoke(action: string): boolean {
  const pattern = wildcardToRegExp(action, 'i');
  return pattern.test('execute-api:Invoke');
}

function coversMethod({ resources }: PolicyStatement, methodArn: string): boolean {
  return resources.some((resource) => resource.test(methodArn));
}

/** Returns whether a policy allows a method. A matching Deny wins, and the default is Deny. */
export function allowsInvocation(policy: AuthorizerPolicy, methodArn: string): boolean {
  const invocations = policy.filter((statement) => statement.coversInvoke);
  const applicable = invocations.filter((statement) =>
    coversMethod(statement, methodArn),
  );
  const isAllowed = applicable.some(({ effect }) => effect === 'Allow');
  const isDenied = applicable.some(({ effect }) => effect === 'Deny');
  return isAllowed && !isDenied;
}
