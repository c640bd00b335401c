import type { PageUrls } from '#functions/auth/browser/page-urls.ts';
import type { SignedInUser } from '#functions/auth/signed-in/signed-in-user.ts';
import type { ServiceIdentity } from '#shared/contract/resources.ts';
import { html } from '#shared/html/html.ts';
import { renderButton, renderForm, renderLinkButton } from '#shared/pages/form.ts';
import { renderPage } from '#shared/pages/layout.ts';
import type { LogoutRequest } from './end-session.ts';
import { logoutTexts } from './logout.texts.ts';
import type { LogoutParameters } from './logout.ts';

interface LogoutPageProps {
  user: SignedInUser;
  service: ServiceIdentity;
  form_token: string;
  pages: PageUrls;
}

/** Renders the page that asks whether the person wants to sign out. Its form posts to the page. */
export function renderLogoutPage(
  { client }: LogoutRequest,
  { client_id, post_logout_redirect_uri, state }: LogoutParameters,
  { user, service, form_token, pages }: LogoutPageProps,
): string {
  const { language, profile } = user;
  const labels = logoutTexts[language];
  const form = renderForm({
    form_token,
    action: pages.logout({}),
    hidden: {
      client_id: client?.client_id ?? client_id,
      post_logout_redirect_uri,
      state,
    },
    body: [
      renderButton({ label: labels.submit }),
      renderLinkButton({
        label: labels.stay,
        url: pages.account('account'),
        kind: 'secondary',
      }),
    ],
  });
  return renderPage({
    title: labels.title,
    language,
    shell: { service },
    body: html`<h1>${labels.title}</h1>
<p>${client ? labels.question(client.name) : labels.questionOfNobody}</p>
<p class="muted">${labels.signedInAs(profile.display_name)}</p>
${form}`,
  });
}
