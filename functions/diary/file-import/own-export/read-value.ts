import * as z from 'zod/mini';
import type { PolicyOverrides } from '#functions/auth/data-policy/data-policy.ts';
import { DateTime } from '#functions/diary/entry/values.ts';
import {
  type FileSourceOfValues,
  parseMeasurementId,
  type SentMeasurement,
} from '#functions/diary/measurement/measurement.ts';
import {
  type MeasurementReading,
  readMeasurement,
} from '#functions/diary/measurement/measurement-input.ts';
import { cleanText } from '#shared/contract/clean-text.ts';
import { compact } from '#shared/runtime/compact.ts';
import { readOriginal, StatedOrigin } from './read-original.ts';

const Context = z.object({
  id: z.string(),
  time: z.optional(DateTime),
  source_name: z.optional(z.string()),
  source: StatedOrigin,
});

/** A value of the body of an export, and where it was before. */
export interface ReadValue {
  value: SentMeasurement;
  source: FileSourceOfValues;
}

const maxName = 100;

/**
 * Reads a value of the body of an export as if a client had sent it. Returns `implausible` if it is
 * none, and `terms` if the terms of its provider do not allow to take it.
 */
export function readValue(
  stated: unknown,
  overrides: PolicyOverrides,
): ReadValue | 'implausible' | 'terms' {
  const context = Context.safeParse(stated);
  const value = readMeasurement(stated as MeasurementReading);
  const place = context.success ? parseMeasurementId(context.data.id) : undefined;
  if (!context.success || !value || !place) return 'implausible';
  const { time, source, source_name: recorder = '' } = context.data;
  const read = readOriginal(source, overrides);
  if (read === 'terms') return read;
  const source_name = cleanText(source.source_name ?? '', maxName);
  return {
    value: {
      ...value,
      // A value of a day has a time if it is the last of several.
      ...compact({ time, source_name: cleanText(recorder, maxName) || undefined }),
    },
    source: { kind: 'file', source_name, original_key: place.origin, ...read },
  };
}
