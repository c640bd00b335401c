import { getNumberFormat } from '#shared/pages/formatters.ts';
import type { Locale } from '#shared/pages/language.ts';

/** Matches a number with or without decimal places. */
const pattern = /^(-?\d+)(?:([.,])(\d+))?$/;

/**
 * Reads a number as people of a locale write it. Both `1,5` and `1.5` are one and a half. Returns
 * null for an empty text, and NaN if it is no number, or if a separator could be that of thousands:
 * `1.500` in German.
 */
export function readAmount(text: string, locale: Locale): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const [, whole, separator = '', decimals = ''] = pattern.exec(trimmed) ?? [];
  if (whole === undefined) return Number.NaN;

  const isOwn = separator === getDecimalSeparator(locale);
  const canBeThousands = decimals.length === 3 && /^-?[1-9]\d{0,2}$/.test(whole);
  return canBeThousands && !isOwn ? Number.NaN : Number(`${whole}.${decimals}`);
}

function getDecimalSeparator(locale: Locale): string | undefined {
  const parts = getNumberFormat(locale, {}).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value;
}

/** Writes a number for a field: as people of a locale do, without a separator for thousands. */
export function writeAmount(
  value: number | null | undefined,
  locale: Locale,
  decimals = 2,
): string {
  if (value == null) return '';
  const options = { useGrouping: false, maximumFractionDigits: decimals };
  return getNumberFormat(locale, options).format(value);
}
