// bin/package.json makes this folder CommonJS, in which an older Node runs a `.ts` file as
// JavaScript. So the files of this folder must contain no types.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Error: this needs Node.js 24, not ${process.versions.node}; ` +
      'use npm start or npm run, which use the Node.js 24 in node_modules, or install it.',
  );
  process.exit(1);
}

// Reuses the modules that earlier runs compiled, which halves the start time of a command.
require('node:module').enableCompileCache();
