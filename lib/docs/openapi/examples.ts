import type { CompleteExample } from '../reference/examples.ts';
import { toPascalCase } from '../reference/names.ts';

/**
 * Collects one part of the examples, by their summaries. Returns undefined if no example has it.
 */
export function collectExamples(
  examples: readonly CompleteExample[],
  getPart: (example: CompleteExample) => unknown,
): object | undefined {
  const collected: Record<string, object> = {};
  for (const example of examples) {
    const { summary } = example;
    const value = getPart(example);
    if (value !== undefined) collected[toPascalCase(summary)] = { summary, value };
  }
  return Object.keys(collected).length > 0 ? collected : undefined;
}
