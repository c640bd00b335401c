import {
  getHeader,
  type HeaderLines,
  type RequestHead,
  removeHstsUnlessTls,
} from '../http/message.ts';
import type { Api, ResponseDefinition } from '../template/api.ts';

/** Evaluates a mapping expression: a literal in quotes, or a stage variable. Throws otherwise. */
function evaluateExpression(
  expression: string,
  stageVariables: Api['stageVariables'],
): string {
  const literal = expression.match(/^'(.*)'$/s)?.[1];
  const [, name = ''] = /^stageVariables\.(\w+)$/.exec(expression) ?? [];
  const value = literal ?? stageVariables?.[name];
  if (value === undefined)
    throw new Error(
      `The local runner does not support the mapping expression ${expression}.`,
    );
  return value;
}

/** Matches the name at the end of e.g. `gatewayresponse.header.X-Id`. */
const headerTarget = /\.header\.([^.]+)$/;

/**
 * Evaluates the parameters of a response that set a header, `<prefix>.header.<name>`. As in API
 * Gateway, the content type is JSON unless a parameter sets another.
 */
export function mapHeaders(
  parameters: ResponseDefinition['responseParameters'] = {},
  stageVariables: Api['stageVariables'],
  scheme: RequestHead['scheme'],
): HeaderLines {
  const headers: [name: string, value: string][] = [];
  for (const [target, expression] of Object.entries(parameters)) {
    const [, name] = headerTarget.exec(target) ?? [];
    if (name) headers.push([name, evaluateExpression(expression, stageVariables)]);
  }
  const hasContentType = getHeader(headers, 'content-type') !== undefined;
  if (!hasContentType) headers.push(['Content-Type', 'application/json']);
  return removeHstsUnlessTls(headers, scheme);
}

/** The values of the variables in a response of the gateway itself, by their names. */
type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Renders the body of a response of the gateway itself, in which API Gateway only replaces
 * variables, and escapes no value. Throws if a variable has no value.
 * Sources: "OpenAPI extensions for API Gateway", `responseTemplates` of gateway responses, and
 * "Variables for data transformations", `$context` and `$stageVariables`.
 */
export function replaceVariables(template: string, variables: Variables): string {
  const variable = /\$((?:stageVariables|context)(?:\.\w+)+)/g;
  return template.replaceAll(variable, (_, name: string) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`The variable ${name} has no value.`);
    return value;
  });
}
