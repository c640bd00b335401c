/**
 * What the intrinsic functions in a resource can look up in the template. All errors name that
 * resource.
 */
export interface TemplateScope {
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
export const intrinsicFunctions: Readonly<Record<string, IntrinsicFunction>> = {
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
