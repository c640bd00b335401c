import { commonMembers, defineExportDocument } from '#shared/contract/export-document.ts';
import type { Grant } from './grant.ts';

export const grantsDocument = defineExportDocument<Grant>({
  description: {
    en: 'The applications that you allowed to use your data, and your own access tokens.',
    de:
      'Die Anwendungen, denen Sie Zugriff auf Ihre Daten erlaubt haben, und Ihre eigenen ' +
      'Zugriffstoken.',
  },
  members: {
    id: commonMembers.id,
    user_id: 'internal',
    username: commonMembers.username,
    client_id: {
      en: 'the id of the application; begins with `personal-` for an access token of your own',
      de: 'die ID der Anwendung; beginnt bei einem eigenen Zugriffstoken mit `personal-`',
    },
    application_name: {
      en: 'the name of the application or of the access token',
      de: 'der Name der Anwendung oder des Zugriffstokens',
    },
    token_use: 'internal',
    scope: { en: 'what the application may do', de: 'was die Anwendung darf' },
    left_out_scope: {
      en: 'what the application asked for and you did not allow',
      de: 'was die Anwendung wollte und Sie nicht erlaubt haben',
    },
    audience: {
      en: '`mcp` if the application is an agent that uses the MCP endpoint',
      de: '`mcp`, wenn die Anwendung ein Agent ist, der den MCP-Endpunkt verwendet',
    },
    opted_in_types: {
      en:
        'the providers for which you ticked that the application may see your workouts, and ' +
        'those with `.measurements` your measurements',
      de:
        'die Anbieter, für die Sie angekreuzt haben, dass die Anwendung Ihre Trainings ' +
        'sieht, und mit `.measurements` Ihre Messwerte',
    },
    created_datetime: commonMembers.created_datetime,
    redeemed_at: {
      en: 'when the application got access, in seconds since 1970 (UTC)',
      de: 'wann die Anwendung Zugriff bekam, in Sekunden seit 1970 (UTC)',
    },
    rotated_at: {
      en: 'when the application last renewed its access, in seconds since 1970 (UTC)',
      de: 'wann die Anwendung ihren Zugriff zuletzt erneuert hat, in Sekunden seit 1970 (UTC)',
    },
    last_used_on: commonMembers.last_used_on,
    expires_at: commonMembers.expires_at,
    revoked_at: {
      en: 'when the access was revoked, in seconds since 1970 (UTC)',
      de: 'wann der Zugriff widerrufen wurde, in Sekunden seit 1970 (UTC)',
    },
    redirect_uri: {
      en: 'the address of the application to which you were sent back',
      de: 'die Adresse der Anwendung, zu der Sie zurückgeleitet wurden',
    },
    auth_time: {
      en: 'when you had signed in here, in seconds since 1970 (UTC)',
      de: 'wann Sie sich hier angemeldet hatten, in Sekunden seit 1970 (UTC)',
    },
    access_scope: {
      en: 'what the current token of the application may do',
      de: 'was das aktuelle Token der Anwendung darf',
    },
    access_expires_at: {
      en: 'when the current token of the application expires, in seconds since 1970 (UTC)',
      de: 'wann das aktuelle Token der Anwendung abläuft, in Sekunden seit 1970 (UTC)',
    },
    generation: 'internal',
    has_seat: 'internal',
    code_expires_at: 'internal',
    previous_access_expires_at: 'internal',
    previous_access_scope: 'internal',
    ttl: 'internal',
    code_digest: 'secret',
    code_challenge: 'secret',
    nonce: 'secret',
    hint_digest: 'secret',
    salt: 'secret',
    access_digest: 'secret',
    refresh_digest: 'secret',
    previous_access_digest: 'secret',
    previous_refresh_digest: 'secret',
    family_digest: 'secret',
  },
});
