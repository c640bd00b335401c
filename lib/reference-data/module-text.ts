import { inspect } from 'node:util';

/** Returns a value as source code on one line. */
export function toLiteral(value: unknown): string {
  return inspect(value, {
    breakLength: Infinity,
    compact: true,
    depth: null,
    maxArrayLength: null,
  });
}

/** What a generated module consists of. */
export interface ModuleParts {
  /** The file or package from which the module is generated. */
  source: string;
  imports?: string;
  constants?: readonly string[];
  /** The declaration of the exported list, e.g. `names: readonly string[]`. */
  declaration: string;
  /** The items of the list, as source code. */
  items: readonly string[];
  /** Whether the list has the literal type of its items. Defaults to false. */
  isConstant?: boolean;
}

/** Returns the source code of a module that exports one list. */
export function renderModule(parts: ModuleParts): string {
  const { source, imports, constants = [], declaration, items, isConstant } = parts;
  const lines = [
    `// Generated from ${source} by \`npm run reference-data\`.`,
    `// Change ${source} instead of this file.`,
    ...(imports === undefined ? [] : [imports]),
    '',
    ...constants,
    ...(constants.length > 0 ? [''] : []),
    `export const ${declaration} = [`,
    ...items.map((item) => `  ${item},`),
    isConstant ? '] as const;' : '];',
  ];
  return `${lines.join('\n')}\n`;
}
