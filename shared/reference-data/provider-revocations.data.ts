// Generated from data/providers.csv by `npm run reference-data`.
// Change data/providers.csv instead of this file.
import type { ProviderRevocation } from './provider-revocations.ts';

export const providerRevocations: readonly ProviderRevocation[] = [
  { type: 'garmin', method: 'DELETE', url: 'https://apis.garmin.com/partner-gateway/rest/user/registration', authorization: 'bearer', refresh: { url: 'https://diauth.garmin.com/di-oauth2-service/oauth/token', client_auth: 'body' } },
  { type: 'google_health', method: 'POST', url: 'https://oauth2.googleapis.com/revoke', form: 'token={token}' },
  { type: 'fitbit', method: 'POST', url: 'https://api.fitbit.com/oauth2/revoke', authorization: 'basic', form: 'token={token}' },
  { type: 'withings', method: 'POST', url: 'https://wbsapi.withings.net/v2/oauth2', form: 'action=revoke&client_id={client_id}&nonce={nonce}&signature={signature}&userid={remote_id}', nonce_url: 'https://wbsapi.withings.net/v2/signature', success: 'status=0' },
  { type: 'polar', method: 'DELETE', url: 'https://www.polaraccesslink.com/v3/users/{remote_id}', authorization: 'bearer', refresh: { url: 'https://polarremote.com/v2/oauth2/token', client_auth: 'basic' } },
  { type: 'suunto', method: 'GET', url: 'https://cloudapi-oauth.suunto.com/oauth/deauthorize?client_id={client_id}', authorization: 'bearer', refresh: { url: 'https://cloudapi-oauth.suunto.com/oauth/token', client_auth: 'basic' } },
  { type: 'strava', method: 'POST', url: 'https://www.strava.com/oauth/revoke', authorization: 'basic', form: 'token={token}' },
  { type: 'oura', method: 'POST', url: 'https://api.ouraring.com/oauth/revoke?access_token={access_token}', refresh: { url: 'https://api.ouraring.com/oauth/token', client_auth: 'body' } },
  { type: 'whoop', method: 'DELETE', url: 'https://api.prod.whoop.com/developer/v2/user/access', authorization: 'bearer', refresh: { url: 'https://api.prod.whoop.com/oauth/oauth2/token', client_auth: 'body' } },
  { type: 'wahoo', method: 'DELETE', url: 'https://api.wahooligan.com/v1/permissions', authorization: 'bearer', refresh: { url: 'https://api.wahooligan.com/oauth/token', client_auth: 'body' } },
  { type: 'coros', method: 'POST', url: 'https://open.coros.com/oauth2/deauthorize?token={access_token}', success: 'result=0000', refresh: { url: 'https://open.coros.com/oauth2/refresh-token', client_auth: 'body' } },
  { type: 'ultrahuman', method: 'POST', url: 'https://partner.ultrahuman.com/api/partners/oauth/revoke', form: 'token={token}&client_id={client_id}&client_secret={client_secret}' },
  { type: 'trainingpeaks', method: 'POST', url: 'https://oauth.trainingpeaks.com/oauth/deauthorize', authorization: 'bearer', refresh: { url: 'https://oauth.trainingpeaks.com/oauth/token', client_auth: 'body' } },
  { type: 'ridewithgps', method: 'POST', url: 'https://ridewithgps.com/oauth/revoke.json', form: 'token={token}&client_id={client_id}&client_secret={client_secret}' },
  { type: 'google_fit', method: 'POST', url: 'https://oauth2.googleapis.com/revoke', form: 'token={token}' },
];
