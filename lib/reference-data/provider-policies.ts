import * as z from 'zod/mini';
import {
  dataPermissions,
  type ProviderPolicy,
} from '#shared/reference-data/provider-policies.ts';
import { renderModule, toLiteral } from './module-text.ts';
import {
  Flag,
  matching,
  nullIfEmpty,
  requireNoProblems,
  type SourceFile,
  SourceKey,
  Text,
} from './source.ts';

const Days = z.pipe(
  matching(/^[1-9]\d{0,3}$/, 'must be a number of days'),
  z.transform(Number),
);

/** A row of data/provider-policies.csv; docs/reference-data.md documents its columns. */
export const PolicySource = z.strictObject({
  key: SourceKey,
  applications: z.enum(dataPermissions),
  agents: z.enum(dataPermissions),
  combine: Flag,
  retention_days: nullIfEmpty(Days),
  erase_on_disconnect: Flag,
  attribution: nullIfEmpty(Text),
  note: Text,
});
export type PolicySource = z.infer<typeof PolicySource>;

/** Throws an error that names the providers without a policy, and the policies of no provider. */
export function requirePolicyForEachProvider(
  { path }: Pick<SourceFile, 'path'>,
  policies: readonly PolicySource[],
  providers: readonly { key: string }[],
): void {
  const expected = providers.map(({ key }) => key);
  const keys = policies.map(({ key }) => key);
  requireNoProblems(path, [
    ...expected.filter((key) => !keys.includes(key)).map((key) => `${key}: has no line`),
    ...keys
      .filter((key, index) => !expected.includes(key) || keys.indexOf(key) < index)
      .map((key) => `${key}: is no provider, or has another line`),
  ]);
}

/** Renders the module of the data policies. */
export function renderPolicies(sources: readonly PolicySource[]): string {
  const policies = sources.map(
    ({ key: type, note: _, ...policy }): ProviderPolicy => ({ type, ...policy }),
  );
  return renderModule({
    source: 'data/provider-policies.csv',
    imports: `import type { ProviderPolicy } from './provider-policies.ts';`,
    declaration: 'providerPolicies: readonly ProviderPolicy[]',
    items: policies.map(toLiteral),
  });
}
