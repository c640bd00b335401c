import * as z from 'zod/mini';
import { toLocalTime } from '#functions/diary/entry/dates.ts';
import type { MeasurementReading } from '#functions/diary/measurement/measurement-input.ts';
import type { MeasurementType } from '#functions/diary/measurement/measurement-types.ts';
import { maxUtcOffset } from '#functions/diary/workout-import/plausible-workout.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { ProviderContext, ProviderResult } from './call.ts';
import type { AccountAccess, ProviderDefinition } from './provider.ts';

/** The local days whose values are listed. */
export interface MeasuredDays {
  /** As in `2026-11-20`. */
  first: string;
  last: string;
}

/** A page of a list: what the provider states, and where the next page begins, if there is one. */
export interface MeasurementPage {
  readings: readonly MeasurementReading[];
  next?: string;
}

/** Values of the body that a provider lists by one request, as a rule. */
export interface MeasurementKind {
  /** The name by which connections and webhooks know it. */
  name: string;
  /** The scope that the person has to grant. Absent if every connection may read it. */
  scope?: string;
  types: readonly MeasurementType[];
  /**
   * Lists all values of some days. Values of the days around them may be listed too, because days
   * differ by time zone.
   */
  list(
    context: ProviderContext,
    account: AccountAccess,
    days: MeasuredDays,
    position?: string,
  ): Promise<ProviderResult<MeasurementPage>>;
  /** Requests webhooks about new values of an account. Absent if it needs none. */
  subscribe?: ProviderDefinition['subscribe'];
}

/** Returns whether a connection may read a kind. */
export function isGranted(
  { name, scope }: MeasurementKind,
  { requiredScopes }: Pick<ProviderDefinition, 'requiredScopes'>,
  { granted_scopes, sync_measured }: MeasuredConnection,
): boolean {
  if (sync_measured?.[name]?.is_refused) return false;
  const granted = listGrantedScopes(granted_scopes, requiredScopes);
  return scope === undefined || granted.includes(scope);
}

/**
 * Lists the scopes of a connection. A release that did not keep them has requested only those that
 * workouts need.
 */
export function listGrantedScopes(
  granted: readonly string[] | undefined,
  requiredScopes: ProviderDefinition['requiredScopes'],
): readonly string[] {
  return granted ?? requiredScopes.flat();
}

/** What a connection knows about the kinds that it may read. */
interface MeasuredConnection {
  granted_scopes?: readonly string[];
  sync_measured?: Readonly<Record<string, { is_refused?: true }>>;
}

/** Builds a page. `next` is undefined on the last one. */
export function toMeasurementPage(
  readings: readonly MeasurementReading[],
  next: string | undefined,
): MeasurementPage {
  return compact({ readings, next });
}

/** Parses the items of a list one by one, without those that are not as documented. */
export function parseEach<Item extends z.ZodMiniType>(
  items: readonly unknown[],
  Item: Item,
): z.output<Item>[] {
  return items.flatMap((item) => {
    const parsed = z.safeParse(Item, item);
    return parsed.success ? [parsed.data] : [];
  });
}

/** Formats epoch seconds with the offset of the place, or in UTC if that is unknown. */
export function formatMeasured(seconds: number, offset: number | undefined): string {
  const ms = seconds * 1000;
  const isKnown = offset !== undefined && Math.abs(offset) <= maxUtcOffset;
  if (isKnown) return toLocalTime(ms, offset);
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
