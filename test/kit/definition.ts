import { readDefinition, type ServiceDefinition } from '#lib/local/service-definition.ts';
import { templateFile } from '#lib/paths.ts';

let definition: ServiceDefinition | undefined;

/** Returns what the template defines, which a process reads once for all services of its tests. */
export function getDefinition(): ServiceDefinition {
  definition ??= readDefinition(templateFile);
  return definition;
}
