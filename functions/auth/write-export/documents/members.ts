/** Whether the export shows a member of an item, or why it does not. */
export type MemberRule = 'shown' | 'secret' | 'internal';

/** A rule for each member of a type of item. Rules that lack a member do not compile. */
export type MemberRules<Item> = Readonly<Record<keyof Item, MemberRule>>;

/** The names of the members that rules show. */
export type ShownMember<Rules> = {
  [Name in keyof Rules]: Rules[Name] extends 'shown' ? Name & string : never;
}[keyof Rules];

/**
 * Returns a function that defines the rules for the members of `Item`, keeping their exact type.
 */
export function defineRulesFor<Item>() {
  return <const Rules extends MemberRules<Required<Item>>>(rules: Rules): Rules => rules;
}

/** Lists the names of the members that rules show, in the order of the rules. */
export function listShown(rules: Readonly<Record<string, MemberRule>>): string[] {
  return Object.keys(rules).filter((name) => rules[name] === 'shown');
}

/** Returns an item with exactly the members that rules show, in the order of the rules. */
export function pickShown(
  item: Readonly<Record<string, unknown>>,
  rules: Readonly<Record<string, MemberRule>>,
): Record<string, unknown> {
  const present = listShown(rules).filter((name) => item[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, item[name]]));
}
