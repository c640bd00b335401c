/** A statement of an IAM policy, in the part of the language that an authorizer needs. */
interface Statement {
  Effect: 'Allow' | 'Deny';
  Action: string[];
  Resource: string[];
}

/** A policy that could be read. */
export type Policy = readonly Statement[];

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const isTexts = (values: unknown[]): values is string[] =>
  values.every((value) => typeof value === 'string');

function readStatement(value: unknown): Statement | undefined {
  const { Effect, Action, Resource, ...others } = Object(value) as Record<string, unknown>;
  const actions = listOf(Action);
  const resources = listOf(Resource);
  const isPlain = Object.keys(others).every((name) => name === 'Sid');
  if (
    !isPlain ||
    (Effect !== 'Allow' && Effect !== 'Deny') ||
    !isTexts(actions) ||
    !isTexts(resources)
  )
    return undefined;
  return { Effect, Action: actions, Resource: resources };
}

/**
 * Reads a policy document; undefined where it is malformed or uses conditions or exclusions, which the runner does not
 * evaluate and so does not let pass.
 */
export function readPolicy(document: unknown): Policy | undefined {
  const { Statement } = Object(document) as Record<string, unknown>;
  if (Statement === undefined) return undefined;
  const statements = listOf(Statement).map(readStatement);
  return statements.every((statement) => statement !== undefined) ? statements : undefined;
}

/** `*` stands for any text, slashes included, `?` for one character. */
function matches(pattern: string, text: string, flags: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, `s${flags}`).test(text);
}

/** Whether the policy lets `methodArn` be invoked; an explicit Deny wins, and silence is no. */
export function allows(policy: Policy, methodArn: string): boolean {
  const effects = policy
    .filter(({ Action }) => Action.some((action) => matches(action, 'execute-api:Invoke', 'i')))
    .filter(({ Resource }) => Resource.some((resource) => matches(resource, methodArn, '')))
    .map(({ Effect }) => Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
}
