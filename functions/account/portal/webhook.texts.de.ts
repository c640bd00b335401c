import { rotatedBefore } from './rotated-before.texts.ts';
import type { WebhookTexts } from './webhook.texts.ts';

const states = {
  active: 'Aktiv',
  degraded: 'Gestört',
  disabled: 'Abgeschaltet',
};

const disabled = {
  application: 'Der Webhook ist abgeschaltet, es wird nichts gesendet.',
  operator:
    'Der Betreiber hat den Webhook abgeschaltet. Nur der Betreiber kann ihn einschalten; bis ' +
    'dahin bleibt er bestehen.',
  gone: 'Der Webhook ist abgeschaltet, weil sein Empfänger mit Status 410 geantwortet hat.',
  failing:
    'Der Webhook ist abgeschaltet, weil sein Empfänger seit 5 Tagen nichts angenommen hat.',
};

const deliveryStates = {
  pending: 'Wartet',
  delivered: 'Zugestellt',
  failed: 'Gescheitert',
};

const outcomes = {
  timeout: 'Keine vollständige Antwort in 15 Sekunden',
  unreachable: 'Nicht erreichbar',
  forbidden: 'Die Adresse ist nicht öffentlich',
  off: 'Dieser Dienst ruft keine anderen Rechner auf',
  malformed: 'Fehlerhafte Antwort',
};

const faults = {
  relative: 'Geben Sie die ganze Adresse ein, wie https://app.example/events.',
  credentials: 'Die Adresse darf keinen Benutzernamen und kein Passwort haben.',
  insecure: 'Die Adresse muss mit https beginnen.',
  not_public: 'Die Adresse muss im Internet sein, nicht in einem privaten Netz.',
};

const challenges = {
  ...outcomes,
  malformed: 'Seine Antwort war nicht das erwartete JSON',
  other_body: 'Seine Antwort hatte einen anderen Text',
};

const de: WebhookTexts = {
  title: 'Webhooks der Anwendung',
  lead:
    'Der Dienst sendet, was sich ändert, an eine Adresse von Ihnen, unterschrieben mit einem ' +
    'Geheimnis.',
  guide: 'Wie man Ereignisse empfängt (auf Englisch)',
  states,
  disabled,
  degraded:
    'Die letzten Zustellungen sind gescheitert. Deshalb wird immer nur eine versucht, immer ' +
    'seltener. Sobald eine ankommt, folgen alle anderen.',
  page: 'Webhook der Anwendung',
  url: 'Adresse',
  urlHint:
    'Starten Sie vorher Ihren Empfänger: Er muss eine Prüfanfrage beantworten, wie die ' +
    'Anleitung sagt.',
  types: 'Ereignisse',
  all: 'Alle',
  single: 'Einzelne Arten',
  createTitle: 'Einen Webhook hinzufügen',
  create: 'Webhook hinzufügen',
  full: (max) => `Die Anwendung hat ${max} Webhooks, mehr sind nicht möglich.`,
  open: 'Öffnen',
  openLabel: (url) => `Öffnen: Webhook ${url}`,
  created: 'Hinzugefügt',
  failingSince: 'Gestört seit',
  secretUntil: 'Früheres Geheimnis unterschreibt bis',
  secret: 'Das Geheimnis des Webhooks',
  secretHint:
    'Kopieren Sie es jetzt. Es wird nur einmal angezeigt. Ihr Empfänger prüft damit, dass das, ' +
    'was ankommt, von diesem Dienst ist.',
  edit: 'Ändern',
  editHint: 'Auch eine neue Adresse muss eine Prüfanfrage beantworten.',
  save: 'Speichern',
  rotation: 'Neues Geheimnis',
  rotationHint:
    '24 Stunden lang sind Zustellungen auch mit dem aktuellen Geheimnis unterschrieben.',
  rotate: 'Neues Geheimnis erstellen',
  disabling: 'Abschalten',
  disablingHint:
    'Es wird nichts gesendet, bis Sie ihn einschalten. Dann folgt, was inzwischen geschehen ist.',
  disable: 'Webhook abschalten',
  enable: 'Webhook einschalten',
  enableHint:
    'Dann wird gesendet, was inzwischen geschehen ist, höchstens aus den letzten 30 Tagen.',
  deletion: 'Webhook löschen',
  deletionHint: 'Es wird nichts mehr gesendet, auch nicht, was auf einen Versuch wartet.',
  delete: 'Jetzt löschen',
  deleteLabel: (url) => `Jetzt löschen: Webhook ${url}`,
  back: (name) => `Zurück zu ${name}`,
  deliveries: 'Zustellungen',
  deliveriesHint:
    'Zuerst, was auf einen weiteren Versuch wartet, dann, was in den letzten 7 Tagen geendet ' +
    'hat. Eine neue kann nach einer Sekunde erscheinen.',
  noDeliveries: 'Keine Zustellungen',
  noDeliveriesHint:
    'Ein Ereignis wird gesendet, wenn sich bei einer Person etwas ändert, die der Anwendung ' +
    'Zugriff erlaubt.',
  lastTry: 'Letzter Versuch',
  nextTry: 'Nächster Versuch',
  resend: 'Erneut senden',
  resendLabel: (type, time) => `Erneut senden: ${type}, ${time}`,
  deliveryStates,
  outcomes,
  accepted: 'Angenommen',
  status: (status) => `Status ${status}`,
  tries: (text, count) => `${text} (${count}. Versuch)`,
  older: 'Ältere',
  newest: 'Neueste',
  resendAll: 'Alle Ereignisse erneut senden',
  resendAllHint:
    'Sie haben dieselbe webhook-id wie vorher. Daran erkennt Ihr Empfänger sie wieder.',
  since: 'Aus dem Zeitraum',
  spans: {
    hour: 'letzte Stunde',
    day: 'letzte 24 Stunden',
    week: 'letzte 7 Tage',
    month: 'letzte 30 Tage',
  },
  resendSince: 'Ereignisse erneut senden',
  notices: {
    webhook_created: 'Der Webhook ist hinzugefügt.',
    webhook_saved: 'Gespeichert.',
    webhook_rotated: 'Es gibt ein neues Geheimnis.',
    webhook_disabled: 'Der Webhook ist abgeschaltet.',
    webhook_enabled:
      'Der Webhook ist eingeschaltet. Was er verpasst hat, wird jetzt gesendet.',
    webhook_deleted: 'Der Webhook ist gelöscht.',
    resent: 'Es wird erneut gesendet. Laden Sie die Seite in einigen Sekunden neu.',
    resent_all: 'Die Ereignisse werden im Hintergrund erneut gesendet.',
  },
  refusals: {
    not_resent: 'Das kann nicht erneut gesendet werden, weil es nicht mehr da ist.',
    resent_already: 'Darum haben Sie gerade gebeten. Versuchen Sie es in einer Minute.',
    is_disabled: 'Der Webhook ist abgeschaltet. Schalten Sie ihn zuerst ein.',
    webhook_changed:
      'Der Webhook wurde gleichzeitig geändert. Versuchen Sie es noch einmal.',
    webhook_rotated_before: rotatedBefore.de,
    operator: disabled.operator,
  },
  problems: {
    fields: 'Noch ist nichts gespeichert. Korrigieren Sie die markierten Felder.',
    url: 'Geben Sie eine Adresse mit höchstens 1.000 Zeichen ein, wie https://app.example/events.',
    types: 'Wählen Sie, was gesendet wird.',
    faults,
    challenge: (reason) =>
      `Der Empfänger hat die Prüfanfrage nicht beantwortet. ${reason}. In der Anleitung steht, ` +
      'wie die Antwort sein muss.',
    challenges,
    tooManyChallenges: 'Die Anwendung hat heute zu viele Adressen versucht.',
    exists: 'Die Anwendung hat einen Webhook mit dieser Adresse und diesen Ereignissen.',
    locked:
      'Der Betreiber hat den Webhook mit dieser Adresse abgeschaltet. Nur der Betreiber kann ihn ' +
      'einschalten.',
  },
};

export default de;
