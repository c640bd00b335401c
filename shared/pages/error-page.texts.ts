import de from './error-page.texts.de.ts';

const en = {
  account: 'Go to your account',
  byStatus: {
    400: {
      title: 'Invalid request',
      message: 'Something in the request is missing or incorrect. Go back and try again.',
    },
    403: { title: 'Access denied', message: 'You are not allowed to do this.' },
    404: { title: 'Page not found', message: 'Check the address and try again.' },
    413: {
      title: 'Request too large',
      message:
        'The data sent is too large. Files to import can have 4 MB together: go back, and send ' +
        'them in several steps, or choose “Upload a large file”.',
    },
    429: { title: 'Too many requests', message: 'Wait a moment and try again.' },
    500: {
      title: 'Something went wrong',
      message: 'This is a problem on our side. Try again in a moment.',
    },
    503: {
      title: 'Service unavailable',
      message: 'The service is not available at the moment. Try again in a minute.',
    },
  },
  /** Errors with a specific text, by code. */
  byCode: {
    unknown_client: {
      title: 'Unknown application',
      message:
        'The client_id is not registered. Contact the provider of the application.',
    },
    unregistered_redirect_uri: {
      title: 'Invalid redirect URI',
      message:
        'The redirect_uri is not registered for the application. Contact the provider of the ' +
        'application.',
    },
    unregistered_logout_uri: {
      title: 'Invalid redirect URI',
      message:
        'The post_logout_redirect_uri is not registered for the application. Nobody was signed ' +
        'out. Contact the provider of the application.',
    },
    authorization_refused: {
      title: 'Invalid request of an application',
      message:
        'The application has sent you here with a request that is not valid. Nothing was ' +
        'allowed. Contact its provider.',
      forDeveloper: 'For its developers:',
    },
    download_unavailable: {
      title: 'Download expired',
      message:
        'The link is wrong or has expired, or the application that asked for the export may see ' +
        'less now. Sign in to your account to start a new export.',
    },
    link_unavailable: {
      title: 'Link expired',
      message:
        'The link has expired or was already used. If you have just used it, it has worked: go ' +
        'to your account. Otherwise request a new one on the sign-in page or in your account. ' +
        'If you were invited, ask the operator of this service.',
    },
    sign_up_closed: {
      title: 'Sign-up is closed',
      message: 'Accounts cannot be created here. Contact the operator of this service.',
    },
    recovery_unavailable: {
      title: 'Email is not set up',
      message: 'This service cannot send emails. Contact the operator of this service.',
    },
    request_expired: {
      title: 'Request expired',
      message:
        'The request has expired, was already completed, or was started in another browser. ' +
        'Go back to the application and start again. Cookies must be enabled.',
    },
    invalid_form_token: {
      title: 'Form expired',
      message:
        'If you pressed its button twice, look first whether it has worked. Otherwise go back, ' +
        'reload the page and try again. Cookies must be enabled.',
    },
    item_too_large: {
      title: 'The day is full',
      message: 'The entries of a day are limited to 400 KB. Delete some and try again.',
    },
  },
};

/** The texts of the pages about errors. */
export const errorTexts = { en, de };

export type ErrorTexts = typeof en;
