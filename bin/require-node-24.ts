// An older Node runs the files of this folder as CommonJS (see package.json), so they are plain JavaScript.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Error: this needs Node.js 24, not ${process.versions.node}; use npm start or npm run, which use the Node.js 24 in node_modules.`,
  );
  process.exit(1);
}
