import { html, strong } from '#shared/html/html.ts';

const en = {
  legend: 'Workouts from other services',
  hint: (application: string) =>
    html`These services require that you choose. ${strong(application)} sees their workouts only if
you tick them.`,
};

const de: typeof en = {
  legend: 'Trainings von anderen Diensten',
  hint: (application) =>
    html`Diese Dienste verlangen, dass Sie wählen. ${strong(application)} sieht ihre Trainings nur,
wenn Sie sie ankreuzen.`,
};

/** The texts about the providers whose workouts a person shares with an application. */
export const providerChoiceTexts = { en, de };
