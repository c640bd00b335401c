/** What an intrinsic function may look up for the resource that it stands in. Each throws a sentence that names it. */
export interface Scope {
  /** A value with all that is in it resolved. */
  resolve(value: unknown): unknown;
  /** What `Ref` gives. */
  reference(id: string): unknown;
  /** What `Fn::GetAtt` gives. */
  attribute(id: string, name: string): string;
  /** The value of a mapping; undefined where there is none. */
  mapping(map: string, key: string, name: string): unknown;
  /** Whether a condition of the template, named or written out, is true. */
  holds(condition: unknown): boolean;
}

type Arguments = readonly unknown[];

/**
 * The intrinsic functions that the runner knows, as CloudFormation defines them. Each is given its argument unresolved,
 * because `Fn::If` must leave one branch alone.
 */
export const intrinsicFunctions: Record<string, (argument: unknown, scope: Scope) => unknown> = {
  Ref: (id, { reference }) => reference(String(id)),
  Condition: (name, { holds }) => holds(name),
  'Fn::GetAtt': (argument, { attribute }) => {
    const [id = '', ...path] = Array.isArray(argument)
      ? argument.map(String)
      : String(argument).split('.');
    return attribute(id, path.join('.'));
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
  'Fn::Sub': (argument, scope) => {
    const [text, variables = {}] = Array.isArray(argument) ? argument : [argument];
    return substitute(String(text), variables as Record<string, unknown>, scope);
  },
  'Fn::FindInMap': (argument, { resolve, mapping }) => {
    const [map = '', key = '', name = ''] = resolve(argument) as string[];
    return mapping(map, key, name);
  },
  'Fn::If': (argument, { resolve, holds }) => {
    const [condition, then, otherwise] = argument as Arguments;
    return resolve(holds(condition) ? then : otherwise);
  },
  'Fn::Equals': (argument, { resolve }) => {
    const [left, right] = resolve(argument) as Arguments;
    return left === right;
  },
  'Fn::Not': (argument, { holds }) => !holds((argument as Arguments)[0]),
  'Fn::And': (argument, { holds }) => (argument as Arguments).every(holds),
  'Fn::Or': (argument, { holds }) => (argument as Arguments).some(holds),
};

/** Fills in `${name}` and `${resource.attribute}`; `${!text}` stands for itself. */
function substitute(
  text: string,
  variables: Record<string, unknown>,
  { resolve, reference, attribute }: Scope,
): string {
  return text.replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
    if (literal) return `\${${name}}`;
    if (name in variables) return String(resolve(variables[name]));
    const [id = '', ...path] = name.split('.');
    return String(path.length > 0 ? attribute(id, path.join('.')) : reference(id));
  });
}
