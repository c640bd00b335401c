import { findProfile } from '#functions/auth/identity/identity.store.ts';
import { createMailAttributes, type MailAttributes } from '#shared/mail/mail.ts';
import { compact } from '#shared/runtime/compact.ts';
import { unchangedSince } from '#shared/table/condition.ts';
import type { Table, TransactionChange } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { clientKeys } from './client.keys.ts';
import type { ClientMail } from './client.mail.ts';
import { find } from './client.store.ts';
import type { Client, ClientProposal } from './client.ts';
import {
  findProposedLogo,
  toLogoPut,
  toProposedLogoDeletion,
} from './client-logo.store.ts';
import { toClientChanges } from './client-update.store.ts';

/** The decision of an operator about a client of a user. */
export type ApprovalDecision = 'approved' | 'rejected';

/** Returns the name of a state of a client. Each change gives it another one. */
export function getRevision({ write_id = '' }: Client & { write_id?: string }): string {
  return Buffer.from(write_id, 'base64url').toString('hex');
}

/**
 * Decides about a client that a user has registered, or about what the user wants to change of an
 * approved one, and requests a mail to the user. If nothing waits, an approved client stays as it
 * is. Returns undefined if no user has registered it, and `changed` if it no longer has the
 * revision, or was changed at the same time.
 */
export async function decideApproval(
  table: Table<'get' | 'put' | 'update' | 'delete' | 'transact'>,
  client_id: string,
  decision: ApprovalDecision,
  revision?: string,
): Promise<Client | 'changed' | undefined> {
  const client = await find(table, client_id);
  if (client?.owner_id === undefined) return undefined;
  if (revision !== undefined && revision !== getRevision(client)) return 'changed';
  const { approval, proposed } = client;
  if (approval === undefined)
    return proposed ? decideProposal(table, client, proposed, decision) : client;

  const mail = await toOwnerMail(table, client, `application_${decision}`);
  const change =
    decision === 'approved'
      ? { set: { ...mail }, remove: ['approval'] }
      : { set: { ...mail, approval: decision } };
  const key = clientKeys.client(client_id);
  const outcome = await table.update<Client>(key, change, unchangedSince(client));
  return outcome.done ? outcome.item : 'changed';
}

/** Applies or removes what the owner of an approved client wants to change. */
async function decideProposal(
  table: Table<'get' | 'put' | 'update' | 'delete' | 'transact'>,
  client: Client,
  { has_logo, redirect_uris, post_logout_redirect_uris, ...texts }: ClientProposal,
  decision: ApprovalDecision,
): Promise<Client | 'changed' | undefined> {
  const isApproved = decision === 'approved';
  const mail = await toOwnerMail(table, client, `application_change_${decision}`);
  const uris = compact({
    redirect_uris: redirect_uris && [...redirect_uris],
    post_logout_redirect_uris: post_logout_redirect_uris && [
      ...post_logout_redirect_uris,
    ],
  });
  const applied = isApproved ? { ...texts, ...uris } : {};
  const also = {
    set: { ...mail, ...(isApproved ? compact({ has_logo }) : {}) },
    remove: ['proposed'] as const,
  };
  const changes = toClientChanges(client, { set: applied, remove: [] }, also);
  const logos = await toLogoChanges(table, client, isApproved);
  const result = await table.transact([...changes, ...logos]);
  return meetsConditions(result) ? find(table, client.client_id) : 'changed';
}

/** Returns the changes that delete a proposed logo of a client, after showing it if approved. */
async function toLogoChanges(
  table: Table<'get'>,
  client: Client,
  isApproved: boolean,
): Promise<TransactionChange<'put' | 'delete'>[]> {
  const { client_id, proposed } = client;
  const deletions = toProposedLogoDeletion(client);
  const isShown = isApproved && proposed?.has_logo;
  const logo = isShown ? await findProposedLogo(table, client_id) : undefined;
  if (!logo) return deletions;
  return [await toLogoPut(table, clientKeys.clientLogo(client_id), logo), ...deletions];
}

/** Returns the attributes that request a mail to the owner of a client, if there is one. */
async function toOwnerMail(
  table: Table<'get'>,
  { name, owner_id = '' }: Client,
  template: ClientMail,
): Promise<Partial<MailAttributes>> {
  const owner = await findProfile(table, owner_id);
  if (!owner) return {};
  const { email, locale = 'en' } = owner;
  return createMailAttributes<ClientMail>({
    template,
    to: email,
    language: locale,
    application: name,
  });
}
