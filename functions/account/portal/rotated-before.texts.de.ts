const de =
  'Seit Sie die Seite geöffnet haben, gibt es ein neues Geheimnis. Es wurde nur einmal ' +
  'angezeigt. Wenn Sie es nicht kopiert haben, erstellen Sie noch eines.';

export default de;
