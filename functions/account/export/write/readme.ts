import {
  formatLongTime,
  type Language,
  type Locale,
  toLanguage,
} from '#shared/pages/language.ts';
import { getTypeName } from '#shared/reference-data/connection-types.ts';
import { itemKinds, type Omission } from '../../item-kinds.ts';
import { type DataExport, isOfApplication } from '../data-export.ts';
import { findExportedMembers } from './application-documents.ts';
import { type DocumentName, documentNames, exportDocuments } from './documents.ts';
import { readmeTexts } from './readme.texts.ts';

const lineWidth = 78;
const fieldIndent = { first: '  ', rest: '    ' };
const listIndent = { first: '- ', rest: '  ' };

/** The locale of the person who reads the README, and the time zone that they have chosen. */
export interface ReadmeReader {
  locale: Locale;
  time_zone: string | undefined;
}

/** Renders the README of an export, which explains every field and says what is left out. */
export function renderReadme(
  {
    created_datetime,
    asked_by,
    incomplete_types = [],
  }: Pick<DataExport, 'created_datetime' | 'asked_by' | 'incomplete_types'>,
  { locale, time_zone }: ReadmeReader,
): string {
  const tag = toLanguage(locale);
  const texts = readmeTexts[tag];
  const names = incomplete_types.map(getTypeName);
  const isLimited = isOfApplication(asked_by);
  const paragraphs = [
    underline(texts.title, '='),
    wrap(texts.created(formatLongTime(created_datetime, locale, time_zone))),
    wrap(isLimited ? texts.ofApplication : texts.intro),
    ...(incomplete_types.length > 0 ? [wrap(texts.leftOut(names.join(', ')))] : []),
    wrap(texts.formats),
    ...documentNames.flatMap((name) => describeDocument(name, isLimited, tag)),
    `${underline(texts.csvTitle, '-')}\n${wrap(texts.csv)}`,
    underline(texts.omittedTitle, '-'),
    ...(isLimited ? [wrap(texts.unreadable, listIndent)] : []),
    ...listOmissions().map((omission) => wrap(texts.omissions[omission], listIndent)),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

function underline(title: string, character: string): string {
  return `${title}\n${character.repeat(title.length)}`;
}

/** Returns the description of a document, or none if the export does not have it. */
function describeDocument(
  name: DocumentName,
  isLimited: boolean,
  language: Language,
): string[] {
  const members = findExportedMembers(name, isLimited);
  if (!members) return [];
  const lines = Object.entries(members).map(([member, text]) =>
    wrap(`${member}: ${text[language]}`, fieldIndent),
  );
  const description = wrap(exportDocuments[name].description[language]);
  return [[underline(`${name}.json`, '-'), description, ...lines].join('\n')];
}

/** Lists why kinds of items are left out, each reason once. */
function listOmissions(): Omission[] {
  const rules = Object.values(itemKinds).map(({ export: rule }) => rule);
  const omissions = rules.flatMap((rule) => ('omitted' in rule ? [rule.omitted] : []));
  return [...new Set(omissions)];
}

/** The text before the first line of a paragraph, and before its other lines. */
interface Indent {
  first: string;
  rest: string;
}

/** Breaks a text at its spaces into lines of at most `lineWidth` characters. */
function wrap(text: string, { first, rest }: Indent = { first: '', rest: '' }): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const indent = lines.length === 0 ? first : rest;
    const extendedLine = line === '' ? indent + word : `${line} ${word}`;
    const isTooLong = extendedLine.length > lineWidth && line !== '';
    if (isTooLong) lines.push(line);
    line = isTooLong ? rest + word : extendedLine;
  }
  return [...lines, line].join('\n');
}
