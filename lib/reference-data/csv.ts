/**
 * Reads comma-separated values (RFC 4180) with a header line; a quoted value may hold commas and doubled quotes, but
 * no line break. Throws where a line has not as many values as the header.
 */
export function parseCsv(text: string): Record<string, string>[] {
  const [header = '', ...lines] = text.trimEnd().split('\n');
  const names = valuesOf(header);
  return lines.map((line, i) => {
    const values = valuesOf(line);
    if (values.length !== names.length)
      throw new Error(
        `line ${i + 2} has ${values.length} values; the header names ${names.length}`,
      );
    return Object.fromEntries(names.map((name, column) => [name, values[column] ?? '']));
  });
}

function valuesOf(line: string): string[] {
  return [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
  );
}
