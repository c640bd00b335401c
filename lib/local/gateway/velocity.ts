import { render } from 'velocityjs';
import { getHeader } from '../http/message.ts';
import type { MappingSource } from './mapping.ts';

/**
 * Renders a template of a mock integration, which API Gateway evaluates as Velocity. `$context` and
 * `$stageVariables` are supported, and `$input.params(name)` for headers.
 * Source: "Mapping template transformations for REST APIs".
 */
export function renderVelocity(template: string, source: MappingSource): string {
  const { context, stageVariables, request } = source;
  const input = {
    params: (name: string) => getHeader(request.headers, name) ?? '',
  };
  return render(template, { context, stageVariables, input });
}
