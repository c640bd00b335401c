/** The letters that no decomposition makes those of a keyboard. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
};

/**
 * Returns what two spellings of a name have in common: `Koeln`, `koln` and `Köln` have one key, and
 * `St. John's` and `St Johns`.
 */
export function toSearchKey(name: string): string {
  const plain = name.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  const typed = plain.replaceAll(/[ßøłđı]/g, (letter) => letters[letter] ?? letter);
  const joined = typed.replaceAll(/['’‘ʻ.]/g, '').replaceAll(/[\s,_-]+/g, ' ');
  return joined.trim().replaceAll(/([aou])e/g, '$1');
}
