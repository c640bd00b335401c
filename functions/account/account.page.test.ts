import { describe, expect, it } from 'vitest';
import { applicationsTexts } from '#functions/account/applications/applications.texts.ts';
import { connectionsTexts } from '#functions/account/connections/connections.texts.ts';
import { photosTexts } from '#functions/account/photos/photos.texts.ts';
import { portalTexts } from '#functions/account/portal/portal.texts.ts';
import { tokensTexts } from '#functions/account/tokens/tokens.texts.ts';
import { languages } from '#shared/pages/language.ts';

describe.each(languages)('the label of a button in the language %s', (language) => {
  const applications = applicationsTexts[language];
  const connections = connectionsTexts[language];
  const photos = photosTexts[language];
  const portal = portalTexts[language];
  const tokens = tokensTexts[language];

  it.each([
    [applications.revoke, applications.revokeLabel],
    [tokens.revoke, tokens.revokeLabel],
    [photos.show, photos.showLabel],
    [photos.delete, photos.deleteLabel],
    [portal.open, portal.openLabel],
    [portal.delete, portal.deleteLabel],
    [connections.connect, connections.connectLabel],
    [connections.syncNow, connections.syncNowLabel],
    [connections.disconnect, connections.disconnectLabel],
    [connections.disconnectAndDelete, connections.disconnectAndDeleteLabel],
  ])('contains the text of the button, for speech control: %s', (text, toLabel) => {
    expect(toLabel('Strava')).toContain(text);
  });
});
