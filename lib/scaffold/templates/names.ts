/** The name of a resource in each form that the generated code uses. */
export interface ResourceNames {
  /** `gear-item`: the folder and the file names. */
  kebab: string;
  /** `gear_item`: the path, and the resource in links. */
  snake: string;
  /** `GearItem`: types and schemas. */
  pascal: string;
  /** `GearItems`: the operation that lists them. */
  pascalPlural: string;
  /** `gearItem`: keys and parameters. */
  camel: string;
  /** `gear_items`: the list in `_embedded`, and the document in the export of a user. */
  plural: string;
  /** `gear item`: messages. */
  words: string;
  /** `gear items`: messages. */
  pluralWords: string;
  /** `GEAR_ITEM`: the sort key. */
  upper: string;
}

/** Returns the regular plural of an English noun. */
function toPlural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** Returns `GearItem` for the words `gear` and `item`. */
function toPascalCase(words: readonly string[]): string {
  const capitalized = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return capitalized.join('');
}

/** Derives every form of a resource's name from its folder, e.g. `gear-item`. */
export function nameResource(kebab: string): ResourceNames {
  const words = kebab.split('-');
  const pascal = toPascalCase(words);
  const snake = words.join('_');
  const plural = toPlural(snake);
  return {
    kebab,
    snake,
    plural,
    pascal,
    pascalPlural: toPascalCase(plural.split('_')),
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    words: words.join(' '),
    pluralWords: plural.replaceAll('_', ' '),
    upper: snake.toUpperCase(),
  };
}
