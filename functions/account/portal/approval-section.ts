import type { AccountContext } from '#functions/account/account-handler.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { maxSeats } from '#functions/auth/grant/grant.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderFacts } from '#shared/pages/card.ts';
import { renderNotice } from '#shared/pages/notice.ts';
import { logoTexts } from './logo.texts.ts';
import { portalTexts } from './portal.texts.ts';

/** Renders what waits for the operator: the application, or what its owner wants to change. */
export function renderApproval(
  { approval, proposed }: Client,
  { language }: AccountContext,
): Html | undefined {
  const labels = portalTexts[language];
  const logo = logoTexts[language];
  if (approval) return renderNotice(labels.approval[approval]);
  if (!proposed) return undefined;
  const { name, client_uri, policy_uri, has_logo } = proposed;
  const { redirect_uris, post_logout_redirect_uris } = proposed;
  return renderCard({
    title: labels.proposal.title,
    body: html`<p>${labels.proposal.hint}</p>
${renderFacts([
  { label: labels.name, value: name },
  { label: labels.website, value: client_uri },
  { label: labels.privacy, value: policy_uri },
  { label: labels.redirectUris, value: renderUris(redirect_uris) },
  { label: labels.logoutUris, value: renderUris(post_logout_redirect_uris) },
  { label: logo.title, value: has_logo && logo.proposed },
])}`,
  });
}

/** Renders URIs below each other, or nothing if there are none. */
export function renderUris(uris: readonly string[] = []): Html | undefined {
  if (uris.length === 0) return undefined;
  return html`${uris.map((uri) => html`<div><code>${uri}</code></div>\n`)}`;
}

/** Formats how many people use an application that the operator has not approved. */
export function formatSeats(
  seatCount: number | undefined,
  { language }: AccountContext,
): string | undefined {
  if (seatCount === undefined) return undefined;
  return portalTexts[language].count(seatCount, maxSeats);
}
