// An older Node runs this folder as CommonJS (see package.json), so its files are plain JavaScript.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Error: this needs Node.js 24, not ${process.versions.node}; ` +
      'use npm start or npm run, which use the Node.js 24 in node_modules.',
  );
  process.exit(1);
}

// Compiled modules of earlier runs halve the time that a command takes to start.
require('node:module').enableCompileCache();
