/** Resolves what intrinsic functions refer to. All errors name the resource. */
export interface TemplateScope {
  /** Resolves a value and everything in it. */
  resolve(value: unknown): unknown;
  /** Returns the value of `Ref`. */
  reference(id: string): unknown;
  /** Returns the value of `Fn::GetAtt`. */
  attribute(id: string, name: string): string;
  /** Returns the value of a mapping, or undefined if the template has no such mapping. */
  mapping(map: string, key: string, name: string): unknown;
  /** Returns whether a condition is true, given by its name or written out. */
  holds(condition: unknown): boolean;
}

type Arguments = readonly unknown[];

/** Evaluates an intrinsic function. Its argument is unresolved, because `Fn::If` skips a branch. */
type IntrinsicFunction = (argument: unknown, scope: TemplateScope) => unknown;

function getAttribute(argument: unknown, { attribute }: TemplateScope): string {
  const dotted = Array.isArray(argument) ? argument.join('.') : String(argument);
  const [id = '', ...path] = dotted.split('.');
  return attribute(id, path.join('.'));
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

function findInMap(argument: unknown, { resolve, mapping }: TemplateScope): unknown {
  const [map = '', key = '', name = ''] = resolve(argument) as string[];
  return mapping(map, key, name);
}

function chooseBranch(argument: unknown, { resolve, holds }: TemplateScope): unknown {
  const [condition, whenTrue, whenFalse] = argument as Arguments;
  const branch = holds(condition) ? whenTrue : whenFalse;
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
  { resolve, reference, attribute }: TemplateScope,
): string {
  const parts: Arguments = Array.isArray(argument) ? argument : [argument];
  const [text, variables = {}] = parts as [unknown, Record<string, unknown>?];

  const lookUp = (name: string): unknown => {
    if (name in variables) return resolve(variables[name]);

    const [id = '', ...path] = name.split('.');
    if (path.length === 0) return reference(id);
    return attribute(id, path.join('.'));
  };

  return String(text).replace(variablePattern, (_, isLiteral: string, name: string) => {
    if (isLiteral) return `\${${name}}`;
    return String(lookUp(name));
  });
}

/** The intrinsic functions that the local runner knows, as CloudFormation defines them. */
export const intrinsicFunctions: Readonly<Record<string, IntrinsicFunction>> = {
  Ref: (id, { reference }) => reference(String(id)),
  Condition: (name, { holds }) => holds(name),
  'Fn::GetAtt': getAttribute,
  'Fn::Join': join,
  'Fn::Split': split,
  'Fn::Select': select,
  'Fn::Sub': substitute,
  'Fn::FindInMap': findInMap,
  'Fn::If': chooseBranch,
  'Fn::Equals': equals,
  'Fn::Not': (conditions, { holds }) => !holds((conditions as Arguments)[0]),
  'Fn::And': (conditions, { holds }) => (conditions as Arguments).every(holds),
  'Fn::Or': (conditions, { holds }) => (conditions as Arguments).some(holds),
};
