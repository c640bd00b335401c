import { pickLanguage, type Texts } from '#shared/pages/languages/languages.ts';
import { connectionDe, connectionsDe } from './connection.de.ts';
import { connectionEn, connectionsEn } from './connection.en.ts';

/** The texts about connections in one language. Only the pages about connections load them. */
export interface ConnectionTexts {
  tag: string;
  /** The pages of the connect flow. */
  connection: typeof connectionEn;
  /** The page of all connections of a user. */
  connections: typeof connectionsEn;
}

const connectionLanguages: readonly [ConnectionTexts, ...ConnectionTexts[]] = [
  { tag: 'en', connection: connectionEn, connections: connectionsEn },
  { tag: 'de', connection: connectionDe, connections: connectionsDe },
];

/** Returns the texts about connections in the language of `texts`. */
export function getConnectionTexts(texts: Pick<Texts, 'tag'>): ConnectionTexts {
  return pickLanguage(connectionLanguages, texts);
}
