import { render } from 'velocityjs';
import {
  getHeader,
  type HeaderLines,
  type RequestHead,
  removeHstsUnlessTls,
} from '../http/message.ts';

/** The values that mapping expressions and templates can refer to. */
export interface MappingSource {
  context: object;
  stageVariables: Record<string, string> | null;
  request: Pick<RequestHead, 'headers' | 'scheme'>;
}

/** Returns the value at a dotted path as a string, or an empty string if it does not exist. */
function getAtPath(root: unknown, path: string): string {
  let value = root;

  for (const key of path.split('.')) {
    const isObject = typeof value === 'object' && value !== null;
    if (!isObject) return '';
    value = Reflect.get(value as object, key);
  }

  return value === undefined ? '' : String(value);
}

/** Matches e.g. `${context.path}`. */
const bracedVariable = /\$\{((?:context|stageVariables)\.[\w.-]+)\}/;

/** Matches e.g. `$context.path`, but not the dot that ends a sentence. */
const plainVariable = /\$((?:context|stageVariables)\.\w+(?:\.\w+)*)/;

const variable = new RegExp(`${bracedVariable.source}|${plainVariable.source}`, 'g');

/**
 * Replaces `$context.<path>` and `$stageVariables.<name>`, and nothing else. Gateway responses
 * support only "simple variable substitutions" (source: "Gateway responses in API Gateway").
 */
export function fillTemplate(template: string, source: MappingSource): string {
  const variables = {
    context: source.context,
    stageVariables: source.stageVariables,
  };

  return template.replace(variable, (_, braced?: string, plain?: string) => {
    const path = braced ?? plain ?? '';
    return getAtPath(variables, path);
  });
}

/** Matches e.g. `context.requestId`. */
const expressionPattern = /^(context|stageVariables|method\.request\.header)\.([\w.-]+)$/;

/** Evaluates a mapping expression. Throws if the runner does not support it. */
function evaluateExpression(expression: string, source: MappingSource): string {
  // A text in single quotes is a literal.
  const literal = expression.match(/^'(.*)'$/s)?.[1];
  if (literal !== undefined) return literal;

  const [, kind, path = ''] = expressionPattern.exec(expression) ?? [];

  switch (kind) {
    case 'context':
      return getAtPath(source.context, path);
    case 'stageVariables':
      return getAtPath(source.stageVariables, path);
    case 'method.request.header':
      return getHeader(source.request.headers, path) ?? '';
    default:
      throw new Error(
        `The local runner does not support the mapping expression ${expression}.`,
      );
  }
}

/** Matches the name at the end of e.g. `gatewayresponse.header.X-Id`. */
const headerTarget = /\.header\.([^.]+)$/;

/** Evaluates the parameters of a response that set a header, `<prefix>.header.<name>`. */
export function mapHeaders(
  parameters: Readonly<Record<string, string>>,
  source: MappingSource,
): HeaderLines {
  const headers: [name: string, value: string][] = [];

  for (const [target, expression] of Object.entries(parameters)) {
    const [, name] = headerTarget.exec(target) ?? [];
    if (name) headers.push([name, evaluateExpression(expression, source)]);
  }

  return removeHstsUnlessTls(headers, source.request.scheme);
}

/** A rendered template, and the status that it sets, if any. */
interface RenderedTemplate {
  text: string;
  status: number | undefined;
}

/**
 * Renders a template of a mock integration, which API Gateway evaluates as Velocity. Supports
 * `$context`, `$stageVariables`, `$input.params(name)` of headers, and
 * `$context.responseOverride.status`.
 * Source: "Mapping template transformations for REST APIs".
 */
export function renderVelocity(
  template: string,
  { context, stageVariables, request }: MappingSource,
): RenderedTemplate {
  const responseOverride: { status?: number } = {};
  const text = render(template, {
    context: { ...context, responseOverride },
    stageVariables,
    input: { params: (name: string) => findHeader(request, name) },
  });
  return { text, status: responseOverride.status };
}

/** Returns a header that the client sent with exactly this name, or an empty string. */
function findHeader({ headers }: MappingSource['request'], name: string): string {
  const hasName = headers.some(([sentName]) => sentName === name);
  return hasName ? (getHeader(headers, name) ?? '') : '';
}
