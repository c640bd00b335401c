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

/**
 * Renders the body of a response of the gateway itself, in which API Gateway only replaces
 * variables. Supports stage variables. Throws if the stage has none of that name.
 * Source: "OpenAPI extensions for API Gateway", `responseTemplates` of gateway responses.
 */
export function replaceVariables(
  template: string,
  stageVariables: Api['stageVariables'],
): string {
  return template.replaceAll(/\$(stageVariables\.\w+)/g, (_, expression: string) =>
    evaluateExpression(expression, stageVariables),
  );
}
