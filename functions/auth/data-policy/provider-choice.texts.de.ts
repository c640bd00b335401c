import { html, strong } from '#shared/html/html.ts';
import type { ProviderChoiceTexts } from './provider-choice.texts.ts';

const de: ProviderChoiceTexts = {
  legend: 'Daten von anderen Diensten',
  hint: (application) =>
    html`Diese Dienste verlangen, dass Sie wählen. ${strong(application)} sieht Ihre Trainings
und Messwerte von dort nur, wenn Sie sie ankreuzen.`,
  hintOfWorkouts: (application) =>
    html`Diese Dienste verlangen, dass Sie wählen. ${strong(application)} sieht Ihre Trainings
von dort nur, wenn Sie sie ankreuzen.`,
};

export default de;
