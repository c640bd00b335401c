import { again, defineScreen, done, form, unchanged } from '#functions/account/screen.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { revokeOne } from '#functions/auth/grant/revocation.store.ts';
import { listPersonalTokens } from '#functions/auth/personal-token/personal-token.ts';
import { passwordMemory, passwordResponses } from '#functions/auth/sign-in/sign-in.ts';
import { describeRefusal } from '#functions/auth/sign-in/sign-in-attempt.ts';
import { toPersonalClient } from '#shared/auth/principal.ts';
import { createToken } from './create-token.ts';
import type { TokenFormResult } from './creation-form.ts';
import { newTokenFields, readTokenForm } from './token-form.ts';
import { renderTokensPage } from './tokens.page.ts';
import { type TokensNotice, tokensTexts } from './tokens.texts.ts';

export default defineScreen({
  page: 'tokens',
  section: 'security',
  link: { texts: tokensTexts },
  summary: 'Show the personal access tokens',
  table: ['query'],
  storeCalls: { max: 1, reason: 'the grants are read' },
  baseUrls: ['main', 'diary'],
  memory: passwordMemory,
  async load({ table, now, baseUrls }, { session }) {
    const userGrants = await grants.listByUser(table, session.user_id);
    return { tokens: listPersonalTokens(userGrants, now), now, hosts: baseUrls };
  },
  render: (data, account, shown) => renderTokensPage({ ...data, ...shown }, account),

  forms: {
    create: form({
      summary: 'Create a personal access token',
      fields: newTokenFields,
      table: ['query', 'put', 'update', 'transact'],
      storeCalls: {
        max: 14,
        reason:
          'the password is verified within rate limits; the grants are counted, the key of the ' +
          'form is claimed, one transaction creates the token',
      },
      responses: {
        200: { description: 'The same page with the new token.', body: 'html' },
        400: { description: 'The same page, which names all problems.', body: 'html' },
        ...passwordResponses,
      },
      async submit(request, account) {
        const { body: fields, now } = request;
        const { today, profile } = account;
        const time = { now, today, time_zone: profile.time_zone };
        const read = readTokenForm(fields, time);
        if (!read.ok) return again<TokenFormResult>({ problems: read.error, fields });

        const created = await createToken(request, account, read.value);
        if (created.ok) {
          const notice: TokensNotice = 'created';
          return again<TokenFormResult>(
            { created: created.value },
            { status: 200, notice },
          );
        }
        const shown = { problems: [created.error], fields };
        switch (created.error) {
          case 'too_many':
          case 'changed':
          case 'repeated':
            return again<TokenFormResult>(shown);
          default:
            return again<TokenFormResult>(shown, describeRefusal(created.error));
        }
      },
    }),

    revoke: form({
      summary: 'Revoke a personal access token',
      example: { fields: { id: 'x' } },
      fields: {
        /** The id of the token. */
        id: FormField,
      },
      table: ['update', 'transact'],
      storeCalls: { max: 3, reason: 'the grant is read and revoked' },
      audit: 'personal_token_revoked',
      async submit({ table, body: { id }, now }, { session }) {
        const { user_id } = session;
        const client_id = toPersonalClient(user_id);
        const isRevoked = await revokeOne(
          table,
          { user_id, client_id, grant_id: id },
          now,
        );
        return isRevoked
          ? done<TokensNotice>('revoked')
          : unchanged<TokensNotice>('revoked');
      },
    }),
  },
});
