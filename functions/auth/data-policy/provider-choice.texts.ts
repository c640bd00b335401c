import { html, strong } from '#shared/html/html.ts';
import de from './provider-choice.texts.de.ts';

const en = {
  legend: 'Data from other services',
  hint: (application: string) =>
    html`These services require that you choose. ${strong(application)} sees your workouts
and measurements from them only if you tick them.`,
  /** The words of before there were measurements, for applications that cannot read them. */
  hintOfWorkouts: (application: string) =>
    html`These services require that you choose. ${strong(application)} sees your workouts
from them only if you tick them.`,
};

/** The texts about the providers whose data a person shares with an application. */
export const providerChoiceTexts = { en, de };
export type ProviderChoiceTexts = typeof en;
