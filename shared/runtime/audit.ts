import { log } from './log.ts';

/** Everything about access to people's data that an operator may have to account for later. */
export const auditEvents = [
  'sign_in_succeeded',
  'sign_in_failed',
  'sign_in_limited',
  'signed_out',
  'password_changed',
  'password_change_failed',
  'password_change_limited',
  'provider_access_revoked',
  'provider_access_not_revoked',
  'provider_call_failed',
  'consent_given',
  'consent_refused',
  'consent_withdrawn',
  'code_replayed',
  'code_verifier_wrong',
  'refresh_reused',
  'token_revoked',
  'client_authentication_failed',
  'client_authentication_limited',
  'application_created',
  'application_disabled',
  'secret_rotated',
  'token_granted',
  'user_created',
  'user_disabled',
] as const;
export type AuditEvent = (typeof auditEvents)[number];

/** Whom an event is about, as far as that is known, and the request that it happened in. */
export interface AuditSubject {
  /** Stated where nothing else notes when a line was written, as CloudWatch does for functions. */
  time?: string | undefined;
  request_id?: string | undefined;
  client_id?: string | undefined;
  user_id?: string | undefined;
  remote_connection_id?: string | undefined;
  /** The type of the remote connection. */
  provider?: string | undefined;
  /** Why it came so, in a word. */
  code?: string | undefined;
  /** What a provider answered. */
  status?: number | undefined;
}

/** Writes the line of an event: who and when, never what was sent; the operator's tools keep it apart from answers. */
export function audit(
  event: AuditEvent,
  subject: AuditSubject,
  stream: NodeJS.WritableStream = process.stdout,
): void {
  const { time, request_id, client_id, user_id, remote_connection_id, provider, code, status } =
    subject;
  const known = {
    time,
    request_id,
    client_id,
    user_id,
    remote_connection_id,
    provider,
    code,
    status,
  };
  log({ level: 'info', event, ...known }, stream);
}
