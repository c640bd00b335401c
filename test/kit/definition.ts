import { inject } from 'vitest';
import { readDefinition, type ServiceDefinition } from '#lib/local/service-definition.ts';

let definition: ServiceDefinition | undefined;

/** Returns what the template defines, which a process reads once for all services of its tests. */
export function getDefinition(): ServiceDefinition {
  definition ??= readDefinition(inject('template'));
  return definition;
}
