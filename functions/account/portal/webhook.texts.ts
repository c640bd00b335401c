import type { DeliveryState, TryOutcome } from '#functions/account/webhook/delivery.ts';
import type { ChallengeFailure } from '#functions/account/webhook/prove-control.ts';
import type { DisabledReason, WebhookState } from '#functions/account/webhook/webhook.ts';
import type { ReceiverFault } from '#shared/outgoing/send-to-receiver.ts';
import { rotatedBefore } from './rotated-before.texts.ts';
import de from './webhook.texts.de.ts';

type Texts<Name extends string> = Readonly<Record<Name, string>>;

const statesEn: Texts<WebhookState> = {
  active: 'Active',
  degraded: 'Failing',
  disabled: 'Disabled',
};

const disabledEn: Texts<DisabledReason> = {
  application: 'The webhook is disabled, and nothing is sent.',
  operator:
    'The operator has disabled the webhook. Only the operator can enable it, and it ' +
    'stays until then.',
  gone: 'The webhook is disabled, because its receiver has answered with status 410.',
  failing:
    'The webhook is disabled, because its receiver has accepted nothing for 5 days.',
};

const deliveryStatesEn: Texts<DeliveryState> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};

const outcomesEn: Texts<Exclude<TryOutcome, 'success' | 'status'>> = {
  timeout: 'No complete response in 15 seconds',
  unreachable: 'Not reachable',
  forbidden: 'The address is not public',
  off: 'This service makes no calls to other machines',
  malformed: 'Malformed response',
};

const faultsEn: Texts<ReceiverFault> = {
  relative: 'Enter the whole address, as in https://app.example/events.',
  credentials: 'The address must have no user name and no password.',
  insecure: 'The address must begin with https.',
  not_public: 'The address must be one of the internet, not of a private network.',
};

const challengesEn: Texts<Exclude<ChallengeFailure['kind'], 'status'>> = {
  ...outcomesEn,
  malformed: 'Its response was not the expected JSON',
  other_body: 'Its response had another text',
};

const en = {
  title: 'Webhooks',
  lead: 'The service sends what changes to an address of yours, signed with a secret.',
  guide: 'How to receive events',
  states: statesEn,
  disabled: disabledEn,
  degraded:
    'The last deliveries have failed, so one at a time is tried, less and less often. The first ' +
    'that arrives lets all others follow.',
  page: 'Webhook',
  url: 'Address',
  urlHint: 'Start your receiver before: it must return a challenge, as the guide says.',
  types: 'Events',
  all: 'All',
  single: 'Single types',
  createTitle: 'Add a webhook',
  create: 'Add webhook',
  full: (max: number) => `The application has ${max} webhooks, which is the most.`,
  open: 'Open',
  openLabel: (url: string) => `Open the webhook ${url}`,
  created: 'Added',
  failingSince: 'Failing since',
  secretUntil: 'Earlier secret signs until',
  secret: 'The secret of the webhook',
  secretHint:
    'Copy it now. It is shown only once. Your receiver verifies with it that what arrives ' +
    'comes from this service.',
  edit: 'Change',
  editHint: 'A new address has to return a challenge, too.',
  save: 'Save',
  rotation: 'New secret',
  rotationHint: 'For 24 hours, deliveries are signed with the current secret, too.',
  rotate: 'Create new secret',
  disabling: 'Disable',
  disablingHint:
    'Nothing is sent until you enable it. Then what happened meanwhile follows.',
  disable: 'Disable webhook',
  enable: 'Enable webhook',
  enableHint: 'What happened meanwhile is sent then, at most what is 30 days old.',
  deletion: 'Delete webhook',
  deletionHint: 'Nothing more is sent, nor what waits for another try.',
  delete: 'Delete now',
  deleteLabel: (url: string) => `Delete now the webhook ${url}`,
  back: (name: string) => `Back to ${name}`,
  deliveries: 'Deliveries',
  deliveriesHint:
    'First what waits for another try, then what has ended in the last 7 days. A new one can ' +
    'take a second to appear.',
  noDeliveries: 'No deliveries',
  noDeliveriesHint:
    'An event is sent when something changes for a person who allows access to the application.',
  lastTry: 'Last try',
  nextTry: 'Next try',
  resend: 'Send again',
  resendLabel: (type: string, time: string) => `Send again: ${type}, ${time}`,
  deliveryStates: deliveryStatesEn,
  outcomes: outcomesEn,
  accepted: 'Accepted',
  status: (status: number) => `Status ${status}`,
  tries: (text: string, count: string) => `${text} (try ${count})`,
  older: 'Older',
  newest: 'Newest',
  resendAll: 'Send all events again',
  resendAllHint:
    'They have the same webhook-id as before, so your receiver recognizes them.',
  since: 'Of the last',
  spans: { hour: 'hour', day: '24 hours', week: '7 days', month: '30 days' },
  resendSince: 'Send events again',
  notices: {
    webhook_created: 'The webhook is added.',
    webhook_saved: 'Saved.',
    webhook_rotated: 'There is a new secret.',
    webhook_disabled: 'The webhook is disabled.',
    webhook_enabled: 'The webhook is enabled. What it has missed is sent now.',
    webhook_deleted: 'The webhook is deleted.',
    resent: 'It is sent again. Reload this page in some seconds.',
    resent_all: 'The events are sent again in the background.',
  },
  refusals: {
    not_resent: 'The delivery cannot be sent again, because it no longer exists.',
    resent_already: 'You have just asked for that. Try again in a minute.',
    is_disabled: 'The webhook is disabled. Enable it first.',
    webhook_changed: 'The webhook was changed at the same time. Try again.',
    webhook_rotated_before: rotatedBefore.en,
    operator: disabledEn.operator,
  },
  problems: {
    fields: 'Nothing is saved yet. Correct the fields that are marked.',
    url: 'Enter an address of at most 1,000 characters, as in https://app.example/events.',
    types: 'Choose what is sent.',
    faults: faultsEn,
    challenge: (reason: string) =>
      `The receiver has not returned the challenge. ${reason}. Read in the guide how to answer.`,
    challenges: challengesEn,
    tooManyChallenges: 'The application has tried too many addresses today.',
    exists: 'The application has a webhook with this address and these events.',
    locked:
      'The operator has disabled the webhook with this address. Only the operator can enable it.',
  },
};

/** The texts about the webhooks of an application, on the pages of its owner. */
export const webhookTexts = { en, de };

export type WebhookTexts = typeof en;

export type WebhookNotice = keyof typeof en.notices | keyof typeof en.refusals;
