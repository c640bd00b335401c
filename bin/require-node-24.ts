// bin/package.json makes this folder CommonJS. An older Node then runs these files as JavaScript,
// so they must contain no types.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Error: this needs Node.js 24, not ${process.versions.node}; ` +
      'use npm start or npm run, which use the Node.js 24 in node_modules, or install it.',
  );
  process.exit(1);
}

// Compiled modules of earlier runs halve the time that a command takes to start.
require('node:module').enableCompileCache();
