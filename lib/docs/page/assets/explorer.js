// Shows the OpenAPI documents. The page says where they are.
const { documents, oauth } = JSON.parse(
  document.querySelector('#configuration').textContent,
);

const flow = {
  'x-scalar-client-id': oauth.client_id,
  'x-scalar-redirect-uri': oauth.redirect_uri,
  'x-usePkce': 'SHA-256',
  'x-scalar-credentials-location': 'body',
};

Scalar.createApiReference('#reference', {
  sources: documents,
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  hideDarkModeToggle: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  authentication: {
    preferredSecurityScheme: 'oauth2',
    securitySchemes: { oauth2: { flows: { authorizationCode: flow } } },
  },
});
