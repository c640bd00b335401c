/** The languages of the README of an export, by their tag (BCP 47). */
export type ExportLanguage = 'en' | 'de';

/** A text in each language of the README. */
export type ExportText = Readonly<Record<ExportLanguage, string>>;

/** The text of the README about a member, or why the export leaves the member out. */
export type MemberRule = ExportText | 'secret' | 'internal';

/** A JSON document of an export. It has all items of one kind, with these members. */
export interface ExportDocument<Member extends string = string> {
  /** The text of the README about the document. */
  description: ExportText;
  /** The members of an item, in the order in which the document has them. */
  members: Readonly<Record<Member, MemberRule>>;
}

/** The names of the members of a type. For a union, those of all its types. */
type MemberName<Item> = Item extends unknown ? keyof Item & string : never;

/** Defines the document of the items of type `Item`. A member that is missing does not compile. */
export function defineExportDocument<Item>(
  document: ExportDocument<MemberName<Item>>,
): ExportDocument {
  return document;
}
