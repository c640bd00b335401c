/** The name of a resource in each form that the generated code uses. */
export interface ResourceNames {
  /** `gear-item`: the folder and the file names. */
  kebab: string;
  /** `gear_item`: the path, and the resource in links. */
  snake: string;
  /** `GearItem`: types and schemas. */
  pascal: string;
  /** `gearItem`: keys and parameters. */
  camel: string;
  /** `gear item`: messages. */
  words: string;
  /** `GEAR_ITEM`: the sort key. */
  upper: string;
}

/** Derives every form of a resource's name from its folder, e.g. `gear-item`. */
export function nameResource(kebab: string): ResourceNames {
  const words = kebab.split('-');
  const capitalized = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const pascal = capitalized.join('');
  return {
    kebab,
    snake: words.join('_'),
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    words: words.join(' '),
    upper: words.join('_').toUpperCase(),
  };
}
