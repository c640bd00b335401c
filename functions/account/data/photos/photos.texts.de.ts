import type { PhotosTexts } from './photos.texts.ts';

const de: PhotosTexts = {
  title: 'Fotos',
  lead:
    'Anwendungen haben diese Fotos für Sie hochgeladen, oder ein importierter Export hat sie ' +
    'mitgebracht. Sie können jedes davon löschen.',
  empty: {
    title: 'Noch keine Fotos',
    text:
      'Fotos erscheinen hier, sobald eine Anwendung sie für Sie hochlädt oder Sie einen Export ' +
      'importieren, der welche hat.',
  },
  emptyPage: {
    title: 'Keine älteren Fotos',
    text: 'Diese Seite hatte nur Fotos, die jetzt gelöscht sind.',
  },
  owners: {
    activity_story: (id) => `Aktivitätsbericht ${id}`,
    page: (id) => `Seite ${id}`,
    route: (id) => `Strecke ${id}`,
    workout: (id) => `Training ${id}`,
  },
  uploaded: 'Hochgeladen',
  show: 'Foto zeigen',
  showLabel: (photo) => `Foto zeigen: ${photo}`,
  deletion: 'Dieses Foto löschen',
  deletionText:
    'Es ist dann endgültig gelöscht, auch für Anwendungen. Das Netz, das Fotos ausliefert, kann ' +
    'Kopien noch einen Tag zeigen. Sicherungskopien enthalten es noch 35 Tage lang. Ein Browser, ' +
    'der es gezeigt hat, kann es bis zu ein Jahr behalten.',
  delete: 'Löschen',
  deleteLabel: (photo) => `Löschen: ${photo}`,
  newest: 'Neueste Fotos',
  older: 'Ältere Fotos',
  notices: {
    deleted: 'Das Foto ist gelöscht.',
    gone: 'Dieses Foto gibt es nicht. Vielleicht ist es schon gelöscht.',
  },
};

export default de;
