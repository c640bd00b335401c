import { getHeader, type HeaderLines, type IncomingRequest } from '../http/message.ts';

/** What mapping expressions and templates can read. */
export interface MappingSource {
  context: object;
  stageVariables: Record<string, string> | null;
  request: Pick<IncomingRequest, 'headers'>;
}

/** The value at a dotted path, as text; empty where there is none. */
function valueAt(root: unknown, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>(
      (node, key) =>
        typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined,
      root,
    );
  return value === undefined ? '' : String(value);
}

/**
 * Replaces `$context.<path>` and `$stageVariables.<name>`, also in braces, and nothing else.
 * Source: "Gateway responses in API Gateway": "a non-VTL mapping template supporting only simple variable substitutions".
 */
export function fillTemplate(template: string, { context, stageVariables }: MappingSource): string {
  return template.replace(
    /\$(?:\{(context|stageVariables)\.([\w.-]+)\}|(context|stageVariables)\.(\w+(?:\.\w+)*))/g,
    (_, braced, bracedPath, plain, plainPath) =>
      valueAt((braced ?? plain) === 'context' ? context : stageVariables, bracedPath ?? plainPath),
  );
}

/** The value of one mapping expression. Throws a sentence for one that the runner does not know. */
function mapParameter(expression: string, source: MappingSource): string {
  const literal = expression.match(/^'(.*)'$/s)?.[1];
  if (literal !== undefined) return literal;
  const [, kind, path = ''] =
    expression.match(/^(context|stageVariables|method\.request\.header)\.([\w.-]+)$/) ?? [];
  if (kind === 'context') return valueAt(source.context, path);
  if (kind === 'stageVariables') return valueAt(source.stageVariables, path);
  if (kind) return getHeader(source.request.headers, path) ?? '';
  throw new Error(`The local runner does not know the mapping expression ${expression}.`);
}

/** The headers that `<prefix>.header.<name>` parameters set. */
export function mapHeaders(
  parameters: Readonly<Record<string, string>>,
  source: MappingSource,
): HeaderLines {
  return Object.entries(parameters).flatMap(([target, expression]) => {
    const name = target.match(/\.header\.([^.]+)$/)?.[1];
    return name ? [[name, mapParameter(expression, source)] as const] : [];
  });
}
