/** The sign between the whole and the decimals of the numbers of a table. */
export type DecimalSign = '.' | ',';

/** The heading of a column without its unit, in small letters without spaces and signs. */
export interface ColumnHeading {
  word: string;
  /** In small letters, as in `Weight (kg)`, or empty. */
  unit: string;
}

const unitAtEnd = /^(.+?)[\s_,.-]+(kg|lbs?|m?g|kcal|kj|cm|in|bpm|ms|mmhg|°[cf])$/i;

/** Reads a heading that ends with its unit without parentheses, as in `Weight kg`, if it does. */
export function readBareHeading(text: string): ColumnHeading | undefined {
  const [, name, unit = ''] = unitAtEnd.exec(text.slice(0, 200).trim()) ?? [];
  return name === undefined
    ? undefined
    : { word: foldWord(name), unit: unit.toLowerCase() };
}

const withUnit = /^(.*?)\s*[([]([^)\]]*)[)\]]\s*$/;

/** Reads a heading. Libra writes a comment sign before its first one. */
export function readHeading(text: string): ColumnHeading {
  const [, name = text, unit = ''] = withUnit.exec(text.slice(0, 200).trim()) ?? [];
  return { word: foldWord(name), unit: unit.trim().toLowerCase() };
}

/** Returns the letters and digits of a text, in small letters without accents. */
export function foldWord(text: string): string {
  const plain = text.slice(0, 200).normalize('NFD').replaceAll('ß', 'ss');
  return plain.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** A number, and the unit that stands after it. */
export interface Quantity {
  value: number;
  unit: string;
}

const quantity = /^([+-]?[\d.,'\s\u{a0}\u{202f}]*\d[.,]?)\s*([^\d\s].*)?$/u;
const plain = /^\d+(?:\.\d+)?$/;

/** The longest text of a number with its unit. */
const maxLength = 100;

/** Reads a number. Returns undefined without one, or if its signs are not those of the table. */
export function readQuantity(text: string, sign: DecimalSign): Quantity | undefined {
  if (text.length > maxLength) return undefined;
  if (sign === '.' && plain.test(text)) return { value: Number(text), unit: '' };
  const [, digits = '', unit = ''] = quantity.exec(text.trim()) ?? [];
  const compactDigits = digits.replaceAll(/['\s\u{a0}\u{202f}]/gu, '');
  const group = sign === '.' ? ',' : '.';
  const [whole = '', decimals = '', ...rest] = compactDigits.split(sign);
  const isGrouped = /^[+-]?\d{1,3}(?:[.,]\d{3})+$/.test(whole);
  const isRead = isGrouped || /^[+-]?\d*$/.test(whole);
  if (!isRead || rest.length > 0 || !/^\d*$/.test(decimals)) return undefined;
  if (whole + decimals === '') return undefined;
  const value = Number(`${whole.replaceAll(group, '') || '0'}.${decimals || '0'}`);
  return Number.isFinite(value) ? { value, unit: unit.trim().toLowerCase() } : undefined;
}

/** Returns whether the only sign of a number can be that of decimals or of a group. */
export function isAmbiguousNumber(text: string): boolean {
  return /^[+-]?[1-9]\d{0,2}[.,]\d{3}(?![\d.,])/.test(text);
}

/** Returns the sign that a number shows to be that of decimals: three digits may be a group. */
export function tellSign(text: string): DecimalSign | undefined {
  if (text.length > maxLength) return undefined;
  const [, digits = ''] = quantity.exec(text.trim()) ?? [];
  const last = /([.,])(\d*)$/.exec(digits);
  if (!last) return undefined;
  const [, sign, decimals = ''] = last;
  const before = digits.slice(0, last.index);
  const isStated = decimals.length !== 3 || /^[+-]?0?$/.test(before);
  const hasGroups = /[.,]/.test(before) && !before.includes(sign ?? '');
  return isStated || hasGroups ? (sign as DecimalSign) : undefined;
}
