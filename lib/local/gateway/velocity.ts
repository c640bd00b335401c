import { render } from 'velocityjs';
import { getHeader } from '../http/message.ts';
import type { MappingSource } from './mapping.ts';

/** A rendered template, and the status that it sets, if any. */
export interface RenderedTemplate {
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
