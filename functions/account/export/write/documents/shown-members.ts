import type { ExportDocument, ExportText } from '#shared/contract/export-document.ts';

/** Returns the members that a document shows, and what the README says about each, in order. */
export function getShownMembers({
  members,
}: ExportDocument): Readonly<Record<string, ExportText>> {
  const shown = Object.entries(members).filter(([, rule]) => typeof rule === 'object');
  return Object.fromEntries(shown) as Record<string, ExportText>;
}
