import * as z from 'zod/mini';
import {
  getPolicy,
  type PolicyOverrides,
} from '#functions/auth/data-policy/data-policy.ts';
import type { OriginalOrigin } from '#functions/diary/entry/origin.ts';
import { cleanText } from '#shared/contract/clean-text.ts';
import { policyTypes } from '#shared/reference-data/provider-policies.ts';
import { compact } from '#shared/runtime/compact.ts';

const kinds = ['connection', 'file', 'inbox', 'application', 'person'] as const;
const text = z.optional(z.string());

const statedMembers = { remote_connection_type: text, file_name: text };

/** The origin of an entry or a value as an export states it. */
export const StatedOrigin = z.object({
  ...statedMembers,
  /** Of an entry. */
  origin: z.optional(z.enum(kinds)),
  /** Of a value. */
  kind: z.optional(z.enum(kinds)),
  source_name: text,
  attribution: text,
  /** Where it was before it came to where it was exported. */
  original: z.optional(z.object({ ...statedMembers, origin: z.enum(kinds) })),
});
export type StatedOrigin = z.output<typeof StatedOrigin>;

/** An origin with the provider whose policy applies, and its words. */
export interface ReadOriginal {
  original: OriginalOrigin;
  remote_connection_type?: string;
  attribution?: string;
}

const maxName = 255;

/**
 * Reads where an entry or a value was before. What names no provider that is known here is a file.
 * Returns `terms` if the terms of the provider do not allow to keep it: it cannot be read again,
 * nor be erased with a connection.
 */
export function readOriginal(
  stated: StatedOrigin,
  overrides: PolicyOverrides,
): ReadOriginal | 'terms' {
  const { original = stated } = stated;
  const origin =
    'kind' in original ? (original.origin ?? original.kind) : original.origin;
  const type = findKnownType(overrides, original.remote_connection_type);
  if (type !== undefined) {
    if (isForbidden(overrides, type)) return 'terms';
    const attribution = cleanText(stated.attribution ?? '', maxName) || undefined;
    return {
      original: { origin: 'connection', remote_connection_type: type },
      remote_connection_type: type,
      ...compact({ attribution }),
    };
  }
  const file_name =
    cleanText(original.file_name ?? stated.source_name ?? '', maxName) || undefined;
  const kind = origin === undefined || origin === 'connection' ? 'file' : origin;
  return { original: { origin: kind, ...compact({ file_name }) } };
}

/** Returns whether the terms of a provider do not allow to take what is its from an export. */
export function isForbidden(overrides: PolicyOverrides, type: string): boolean {
  const { retention_days, erase_on_disconnect } = getPolicy(overrides, type);
  return retention_days !== null || erase_on_disconnect;
}

/** Returns a provider if its policy is known here. */
export function findKnownType(overrides: PolicyOverrides, type = ''): string | undefined {
  const isKnown = policyTypes.includes(type) || Object.hasOwn(overrides, type);
  return isKnown ? type : undefined;
}
