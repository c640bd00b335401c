// Shows the OpenAPI documents. The page says where they are.
const { documents, oauth, identityExample } = JSON.parse(
  document.querySelector('#configuration').textContent,
);

const flow = {
  'x-scalar-client-id': oauth.client_id,
  'x-scalar-redirect-uri': oauth.redirect_uri,
  'x-usePkce': 'SHA-256',
  'x-scalar-credentials-location': 'body',
};

/** The ids that the headers of the diary name, of the reader who signed in. */
const identity = { 'svc-client-id': oauth.client_id };

/** Sends a request. The reader's ids take the place of those of the example. */
async function sendAsReader(...parts) {
  const request = new Request(...parts);
  for (const [name, id] of Object.entries(identity))
    if (request.headers.get(name) === identityExample) request.headers.set(name, id);
  const response = await fetch(request);
  if (response.ok && request.url.endsWith('/oauth2/access_token/')) {
    const { user_id } = await response.clone().json();
    identity['svc-user-id'] = user_id;
    showIdentity();
  }
  return response;
}

/** Makes the reader's ids the examples, so that samples show the request as it is sent. */
function showIdentity() {
  const { documents: loaded } = globalThis.dataDumpWorkspace().workspace;
  const operations = Object.values(loaded).flatMap(({ paths }) =>
    Object.values(paths).flatMap(Object.values),
  );
  for (const { name, schema } of operations.flatMap(({ parameters = [] }) => parameters))
    if (name in identity) schema.examples = [identity[name]];
}

Scalar.createApiReference('#reference', {
  sources: documents,
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  hideDarkModeToggle: true,
  showDeveloperTools: 'never',
  customFetch: sendAsReader,
  agent: { disabled: true },
  mcp: { disabled: true },
  authentication: {
    preferredSecurityScheme: 'oauth2',
    securitySchemes: { oauth2: { flows: { authorizationCode: flow } } },
  },
});
