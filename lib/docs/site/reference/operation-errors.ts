import { type Endpoint, getErrorShape } from '#shared/contract/endpoint.ts';
import { type ErrorCode, getErrorCodes } from '#shared/errors/errors.ts';
import { type Html, html } from '#shared/html/html.ts';
import { getPageUrl } from '../../page/layout.ts';
import { renderCode } from '../../page/parts.ts';
import { getErrorMessage, groupErrorsByStatus } from '../../reference/errors.ts';
import { describeBody } from '../../reference/request.ts';
import { renderItem, renderItems } from './fields.ts';
import { overviewName } from './resource-pages.ts';

/** Errors that every request can meet. The overview describes them. */
const commonErrors: readonly ErrorCode[] = ['internal', 'unavailable', 'timed_out'];

/** Renders the errors of an operation. They are closed, because most readers look for one. */
export function renderErrors(endpoint: Endpoint): Html {
  const own = [...groupErrorsByStatus(endpoint)].flatMap(([status, codes]) =>
    codes
      .filter((code) => !commonErrors.includes(code) && !isByPreference(endpoint, code))
      .map((code) => ({ status, code })),
  );
  const statuses = new Set(own.map(({ status }) => status));
  const items = own.map(({ status, code }) => {
    const term = [status, getWireCode(endpoint, code)].join(' ').trim();
    return renderItem(renderCode(term), html`${getErrorMessage(code)}`);
  });
  return html`<details class="more">
<summary>Errors <span class="muted">${[...statuses].join(', ')}</span></summary>
${renderItems(items)}<p>And the <a
href="${getPageUrl(overviewName)}#errors">errors of every request</a>.</p>
</details>
`;
}

/**
 * Returns whether an error occurs only if the request prefers strict handling. The guide about
 * errors describes it.
 */
function isByPreference(endpoint: Endpoint, code: ErrorCode): boolean {
  const isDeclared = endpoint.errors?.includes(code) || describeBody(endpoint);
  return code === 'validation_failed' && !isDeclared;
}

/** Returns the code in the body of an error. Bodies of the main interface have none. */
function getWireCode(endpoint: Endpoint, code: ErrorCode): string | undefined {
  const { oauth, diary } = getErrorCodes(code);
  switch (getErrorShape(endpoint)) {
    case 'hal':
    case 'rpc':
      return undefined;
    case 'diary':
      return diary;
    case 'oauth':
    case 'page':
      return oauth;
  }
}
