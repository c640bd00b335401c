import type {
  LineChangeTexts,
  LineReasonTexts,
  RowReasonTexts,
} from './file-line.texts.ts';

export const lineReasons: LineReasonTexts = {
  unknown_kind:
    'Sie ist keine FIT-, GPX-, TCX- oder KML-Datei und keine Tabelle, die hier bekannt ist.',
  not_an_activity: 'Sie enthält kein Training, sondern Einstellungen oder Messwerte.',
  no_workout:
    'Sie enthält kein Training, sondern Wegpunkte, eine Strecke oder einen Plan.',
  no_times: 'Sie enthält keine Zeiten, ist also eine Strecke und kein Training.',
  implausible_times:
    'Ihre Trainings haben keinen plausiblen Beginn oder keine plausible Dauer.',
  empty: 'Sie ist leer.',
  cut_off:
    'Sie endet zu früh. Kopieren Sie sie noch einmal, oder laden Sie sie erneut herunter.',
  damaged:
    'Sie ist beschädigt. Kopieren Sie sie noch einmal, oder laden Sie sie erneut herunter.',
  not_what_it_says: 'Ihr Inhalt passt nicht zu ihrem Namen.',
  too_large: 'Sie ist zu groß für die Datei eines Trainings.',
  too_complex: 'Sie ist zu aufwendig für die Datei eines Trainings.',
  activities_without_file:
    'Sie ist die Tabelle des Archivs. Was sie ohne Datei enthält, wird auch importiert.',
  part_of_workout:
    'Sie ist die Strecke eines Trainings, das eine andere Datei des Archivs enthält.',
  too_compressed: 'Sie wird beim Entpacken so viel größer, dass sie kein Training ist.',
  unsafe_name: 'Ihr Name führt aus dem Archiv heraus.',
  link: 'Sie ist ein Verweis auf eine andere Datei.',
  encrypted: 'Sie ist mit einem Passwort geschützt.',
  unsupported_compression:
    'Ihre Kompression kann nicht gelesen werden. Packen Sie ein gewöhnliches ZIP.',
  nested_too_deep:
    'Sie ist ein Archiv in einem Archiv in einem Archiv. Entpacken Sie sie zuerst.',
  not_sorted:
    'Sie ist lang, und die Zeilen eines Tages stehen weit auseinander. Sortieren Sie sie nach ' +
    'dem Datum.',
  too_many_files:
    'Das Archiv hat zu viele Dateien. Die nach dieser werden nicht importiert.',
  archive_too_large:
    'Das Archiv ist zu groß. Was nach dieser Datei kommt, wird nicht importiert.',
  day_full: 'Ihr Tag hat bereits so viele Einträge, wie ein Tag haben kann.',
  no_values: 'Sie hat keinen plausiblen Körperwert.',
  only_headings: 'Sie hat Überschriften, aber keine Zeilen.',
  no_rows: 'Keine ihrer Zeilen wurde übernommen.',
  nothing_taken: 'Aus ihr wurde nichts übernommen.',
  newer_export:
    'Sie ist ein Export einer neueren Version dieses Dienstes, den diese nicht lesen kann.',
  own_export:
    'Sie ist ein Export dieses Dienstes. Importieren Sie ihn als einzige Datei eines Imports.',
  same_account:
    'Sie ist ein Export dieses Kontos und brächte, was hier ist, ein zweites Mal.',
  no_body_consent:
    'Sie hat Körperwerte, z. B. Gewicht und Schlaf. Damit sie hier stehen, willigen Sie auf der ' +
    'Seite „Datenschutz“ in die Gesundheitsdaten ein und importieren Sie die Datei erneut.',
  no_body_scope:
    'Sie hat Körperwerte, z. B. Gewicht und Schlaf. Die Anwendung, die sie gesendet hat, darf ' +
    'diese nicht speichern; Sie können die Datei in Ihrem Konto importieren.',
  no_images_scope:
    'Sie hat Bilder. Die Anwendung, die sie gesendet hat, darf keine hochladen; Sie können die ' +
    'Datei in Ihrem Konto importieren.',
};

export const lineChanges: LineChangeTexts = {
  characters_repaired: 'Zeichen, die das Format nicht erlaubt, wurden ersetzt.',
  rest_ignored: 'Was nach dem Ende der Trainings kommt, wurde weggelassen.',
  summary_missing:
    'Sie hat keine Zusammenfassung, also wurden die Werte aus ihren Punkten berechnet.',
  clock_restored:
    'Ihre Zeiten zählen ab dem Einschalten des Geräts, also wurden sie umgerechnet.',
  offset_corrected:
    'Ihr Abstand zu UTC kann nicht der beim Beginn sein, also kommt der Tag von ihrem Ort oder ' +
    'Ihrer Zeitzone.',
  zone_assumed:
    'Sie hat keine Zeitzone und keinen Ort, der zählt, also ist der Tag der in Ihrer Zeitzone.',
  start_time_unknown:
    'Sie hat keine Zeitzone, also hat der Eintrag den Tag ohne die Uhrzeit.',
  first_point_ignored:
    'Ihr erster Punkt ist von einem anderen Tag als die anderen, also wurde er weggelassen.',
  points_ignored: 'Punkte mit Zeiten, die schon da waren, wurden weggelassen.',
  position_implausible:
    'Einzelne Positionen, von denen man so schnell nicht zurückkommt, wurden weggelassen.',
  duration_computed:
    'Sie hat keine plausible Dauer; diese wurde aus ihren Punkten berechnet.',
  distance_computed:
    'Ihre Zusammenfassung hat keine Strecke; diese wurde aus Runden oder Punkten berechnet.',
  energy_computed:
    'Ihre Zusammenfassung hat keine Energie; diese wurde aus Runden oder Punkten berechnet.',
  heart_rate_computed:
    'Ihre Zusammenfassung hat keinen Puls; dieser wurde aus Runden oder Punkten berechnet.',
  energy_implausible:
    'Sie hat mehr Energie, als ein Training kosten kann; sie gilt als unbekannt.',
  distance_implausible:
    'Ihre Strecke ist länger als die eines Trainings; sie gilt als unbekannt.',
  heart_rate_implausible: 'Sie hat einen Puls, den kein Herz hat; er gilt als unbekannt.',
  max_speed_implausible:
    'Ihr Tempo ist höher als das eines Trainings; es gilt als unbekannt.',
  elevation_gain_implausible:
    'Ihr Anstieg ist höher als der eines Trainings; er gilt als unbekannt.',
  sport_from_table: 'Sie hat keine Sportart; diese kommt aus der Tabelle des Archivs.',
  energy_from_table: 'Sie hat keine Energie; diese kommt aus der Tabelle des Archivs.',
  sport_unknown: 'Sie hat keine Sportart, die hier bekannt ist.',
  workouts_left_out:
    'Teile ohne plausiblen Beginn oder plausible Dauer und beschädigte Teile wurden weggelassen.',
  workouts_refused:
    'Trainings an Tagen mit so vielen Einträgen, wie ein Tag haben kann, wurden weggelassen.',
  nutrients_implausible:
    'Energie oder Nährwerte, die nicht plausibel sind oder deren Einheit unbekannt ist, wurden ' +
    'weggelassen.',
  edited_kept:
    'Einträge, die Sie geändert haben, bleiben, obwohl die Datei sie nicht mehr hat.',
  entries_removed:
    'Einträge einer früheren Datei, die diese nicht mehr hat, wurden entfernt.',
  values_removed:
    'Körperwerte einer früheren Datei, die diese nicht mehr hat, wurden entfernt.',
  values_implausible:
    'Körperwerte, die nicht plausibel sind oder deren Einheit unbekannt ist, wurden weggelassen.',
  values_left_out:
    'Körperwerte wurden weggelassen, die Sie gelöscht haben oder von denen es mehr gibt, als ein ' +
    'Tag, ein Monat oder ein Import haben kann.',
  sleep_unrecorded:
    'Zeiten im Bett, in denen kein Schlaf erfasst wurde, wurden weggelassen.',
  terms_forbid:
    'Die Bedingungen eines Anbieters erlauben nicht, diese aus einem Export zu übernehmen. ' +
    'Verbinden Sie das Konto hier, um sie zu haben.',
  series_waiting:
    'Kurven, deren Training hier nicht steht, warten darauf. Enthält es ein anderes Archiv des ' +
    'Exports, importieren Sie dieses innerhalb von sieben Tagen.',
  series_left_out:
    'Kurven von Trainings, die hier gelöscht oder verschoben wurden, wurden weggelassen.',
  images_left_out:
    'Bilder wurden weggelassen: zu viele für einen Tag, oder hier eben erst gelöscht. ' +
    'Importieren Sie das Archiv morgen noch einmal.',
};

export const rowReasons: RowReasonTexts = {
  no_date: 'Kein Datum, das gelesen werden kann.',
  no_values: 'Nichts, was hier aufbewahrt wird.',
  too_long: 'Länger, als eine Zeile sein kann.',
  implausible: 'Ein Wert ist nicht plausibel oder kann nicht gelesen werden.',
  unknown_metric: 'Ein Messwert, der hier nicht aufbewahrt wird.',
  unknown_unit: 'Die Einheit ist unbekannt oder fehlt.',
  unknown_sign: 'Nichts sagt, ob eine Zahl wie 1.050 Dezimalstellen hat.',
  marked_deleted: 'Von ihrem Dienst als gelöscht gekennzeichnet.',
  exercise: 'Sport, kein Essen.',
  day_full: 'Der Tag hat bereits so viele Einträge, wie ein Tag haben kann.',
  edited: 'Sie haben den Eintrag geändert; er bleibt, wie er ist.',
  deleted:
    'Sie haben den Eintrag gelöscht. Er kommt wieder, wenn Sie den früheren Import rückgängig ' +
    'machen.',
};
