import { getHeader, type HeaderLines, type RequestHead } from '../http/message.ts';

/** The values that mapping expressions and templates can refer to. */
export interface MappingSource {
  context: object;
  stageVariables: Record<string, string> | null;
  request: Pick<RequestHead, 'headers'>;
}

function getMember(value: unknown, key: string): unknown {
  const isObject = typeof value === 'object' && value !== null;
  return isObject ? Reflect.get(value, key) : undefined;
}

/** Returns the value at a dotted path as a string, or an empty string if there is none. */
function getAtPath(root: unknown, path: string): string {
  const value = path.split('.').reduce(getMember, root);
  return value === undefined ? '' : String(value);
}

/** Matches `$context.path` and `$stageVariables.name`, with or without braces. */
const variablePattern =
  /\$(?:\{(?<braced>(?:context|stageVariables)\.[\w.-]+)\}|(?<plain>(?:context|stageVariables)\.\w+(?:\.\w+)*))/g;

/**
 * Replaces `$context.<path>` and `$stageVariables.<name>`, and nothing else.
 * Source: "Gateway responses in API Gateway", which only have "simple variable substitutions".
 */
export function fillTemplate(template: string, { context, stageVariables }: MappingSource): string {
  const variables = { context, stageVariables };
  return template.replace(variablePattern, (_, braced?: string, plain?: string) =>
    getAtPath(variables, braced ?? plain ?? ''),
  );
}

/** Evaluates a mapping expression. Throws if the runner does not know it. */
function evaluateExpression(expression: string, source: MappingSource): string {
  const literal = expression.match(/^'(.*)'$/s)?.[1];
  if (literal !== undefined) return literal;

  const pattern = /^(context|stageVariables|method\.request\.header)\.([\w.-]+)$/;
  const [, kind, path = ''] = expression.match(pattern) ?? [];
  switch (kind) {
    case 'context':
      return getAtPath(source.context, path);
    case 'stageVariables':
      return getAtPath(source.stageVariables, path);
    case 'method.request.header':
      return getHeader(source.request.headers, path) ?? '';
    default:
      throw new Error(`The local runner does not know the mapping expression ${expression}.`);
  }
}

/** Evaluates the headers that `<prefix>.header.<name>` parameters set. */
export function mapHeaders(
  parameters: Readonly<Record<string, string>>,
  source: MappingSource,
): HeaderLines {
  return Object.entries(parameters).flatMap(([target, expression]) => {
    const name = target.match(/\.header\.([^.]+)$/)?.[1];
    return name ? [[name, evaluateExpression(expression, source)] as const] : [];
  });
}
