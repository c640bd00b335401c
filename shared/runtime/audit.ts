import { renderLogLine } from './log.ts';

/** Events for operators: every change of access to people's data, and what operators do. */
export const auditEvents = [
  'sign_in_succeeded',
  'sign_in_failed',
  'sign_in_rate_limited',
  'signed_out',
  'password_changed',
  'password_change_failed',
  'password_change_rate_limited',
  'provider_access_revoked',
  'provider_access_not_revoked',
  'provider_call_failed',
  'provider_client_set',
  'provider_client_removed',
  'provider_policy_changed',
  'provider_interval_changed',
  'provider_turned_off',
  'provider_turned_on',
  'connection_created',
  'connection_renewed',
  'connection_failed',
  'connection_removed',
  'consent_granted',
  'consent_denied',
  'consent_withdrawn',
  'consent_changed',
  'grant_revoked',
  'authorization_code_reused',
  'code_verifier_mismatch',
  'refresh_token_reused',
  'token_revoked',
  'personal_token_created',
  'personal_token_revoked',
  'personal_token_creation_failed',
  'personal_token_creation_rate_limited',
  'inbox_created',
  'inbox_revoked',
  'inbox_values_deleted',
  'client_authentication_failed',
  'client_authentication_rate_limited',
  'client_created',
  'client_updated',
  'client_disabled',
  'client_enabled',
  'client_pinned',
  'client_unpinned',
  'client_deleted',
  'client_limits_changed',
  'client_secret_rotated',
  'client_secret_revoked',
  'webhook_created',
  'webhook_updated',
  'webhook_enabled',
  'webhook_disabled',
  'webhook_deleted',
  'webhook_secret_rotated',
  'webhook_resent',
  'access_token_issued',
  'user_created',
  'user_invited',
  'link_requested',
  'link_request_rate_limited',
  'link_used',
  'email_changed',
  'email_change_undone',
  'email_change_failed',
  'email_change_rate_limited',
  'session_ended',
  'processing_restricted',
  'processing_resumed',
  'health_consent_given',
  'health_consent_withdrawn',
  'trusted_device_removed',
  'mail_sent',
  'mail_not_sent',
  'mail_address_blocked',
  'mail_address_unblocked',
  'mail_server_set',
  'mail_server_removed',
  'user_disabled',
  'user_enabled',
  'erasure_scheduled',
  'erasure_failed',
  'erasure_rate_limited',
  'erasure_cancelled',
  'erasure_started',
  'user_erased',
  'export_started',
  'export_refused',
  'export_completed',
  'export_failed',
  'export_downloaded',
  'files_imported',
  'files_reread',
  'dead_letters_sent_again',
  'dead_letters_removed',
  'signing_key_rotated',
] as const;
export type AuditEvent = (typeof auditEvents)[number];

/** The subject of an event, as far as it is known. */
export interface AuditSubject {
  request_id?: string | undefined;
  client_id?: string | undefined;
  user_id?: string | undefined;
  remote_connection_id?: string | undefined;
  webhook_id?: string | undefined;
  /** The type of the remote connection. */
  provider?: string | undefined;
  /** The reason, as a code. */
  code?: string | undefined;
  /** The operator who did it by the command line. */
  operator?: string | undefined;
  /** The reason, in the words of the operator. */
  reason?: string | undefined;
  /** The status of a provider's response. */
  status?: number | undefined;
}

/** Writes the log line of an audit event. */
export function audit(event: AuditEvent, subject: AuditSubject): void {
  process.stdout.write(`${formatAuditLine(event, subject)}\n`);
}

/**
 * Returns the log line of an audit event. The line never contains what a client or a person sent.
 */
export function formatAuditLine(event: AuditEvent, subject: AuditSubject): string {
  const { request_id, client_id, user_id, remote_connection_id, webhook_id } = subject;
  const { provider, operator, code, reason, status } = subject;
  const ids = { request_id, client_id, user_id, remote_connection_id, webhook_id };
  const facts = { provider, operator, code, reason, status };
  return renderLogLine({ level: 'info', event, ...ids, ...facts });
}
