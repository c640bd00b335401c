import type { EndpointEntry } from '../../definitions.ts';

/** Generates the client's module with the paths whose POST accepts an `Idempotency-Key`. */
export function generateCreatingPaths(entries: readonly EndpointEntry[]): string {
  const creating = entries.filter(
    ({ endpoint: { method, request } }) =>
      method === 'POST' && request?.headers?.['Idempotency-Key'] !== undefined,
  );
  const lines = creating.map(({ endpoint }) => `  '${endpoint.path}',\n`);
  return `/** The paths, below the version, whose POST accepts an \`Idempotency-Key\`. */
export const creatingPaths = [
${lines.join('')}];
`;
}
