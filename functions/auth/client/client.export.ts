import { commonMembers, defineExportDocument } from '#shared/contract/export-document.ts';
import type { Client } from './client.ts';

export const ownApplicationsDocument = defineExportDocument<Client>({
  description: {
    en: 'The applications that you have registered.',
    de: 'Die Anwendungen, die Sie registriert haben.',
  },
  members: {
    client_id: { en: 'the id of the application', de: 'die ID der Anwendung' },
    name: { en: 'the name', de: 'der Name' },
    owner_id: 'internal',
    approval: 'internal',
    proposed: 'internal',
    redirect_uris: {
      en: 'the addresses to which people are sent back',
      de: 'die Adressen, zu denen Personen zurückgeleitet werden',
    },
    post_logout_redirect_uris: {
      en: 'the addresses at which people can continue after they have signed out',
      de: 'die Adressen, an denen Personen nach dem Abmelden weitermachen können',
    },
    grant_types: {
      en: 'how it gets tokens (OAuth 2.0 grant types)',
      de: 'wie sie Tokens bekommt (Grant-Typen von OAuth 2.0)',
    },
    native: {
      en: 'whether it is installed on devices',
      de: 'ob sie auf Geräten installiert wird',
    },
    public: {
      en: 'whether it has no secret',
      de: 'ob sie kein Geheimnis hat',
    },
    pkce_required: {
      en: 'whether it must use PKCE',
      de: 'ob sie PKCE verwenden muss',
    },
    scopes: { en: 'what it may ask for', de: 'worum sie bitten darf' },
    default_scopes: {
      en: 'what it asks for if a request names nothing',
      de: 'worum sie bittet, wenn eine Anfrage nichts nennt',
    },
    own: {
      en: 'whether it belongs to the operator',
      de: 'ob sie dem Betreiber gehört',
    },
    limits: {
      en: 'how many requests it has, if the operator has set that',
      de: 'wie viele Anfragen sie hat, wenn der Betreiber das festgelegt hat',
    },
    client_uri: { en: 'its website', de: 'ihre Website' },
    policy_uri: { en: 'its privacy policy', de: 'ihre Datenschutzerklärung' },
    contact: {
      en: 'the email address for mail about its webhooks',
      de: 'die E-Mail-Adresse für Mails zu ihren Webhooks',
    },
    has_logo: 'internal',
    audience: 'internal',
    fetched_datetime: 'internal',
    fresh_until: 'internal',
    pinned_datetime: 'internal',
    secrets: 'secret',
    created_datetime: commonMembers.created_datetime,
    disabled_datetime: {
      en: 'when it was disabled',
      de: 'wann sie gesperrt wurde',
    },
  },
});
