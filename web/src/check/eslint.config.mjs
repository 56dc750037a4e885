// What every script of the project keeps to. Few rules, each against faults rather than against taste; names that nobody
// declared are found in the page by its types.

import { createRequire } from "node:module";

// Installed elsewhere: found from where this linter runs.
const recommended = createRequire(process.argv[1])("@eslint/js").configs.recommended;

const PAGE = "web/src/main/resources/**";
const OF_NODE = ["AbortController", "Buffer", "URL", "clearTimeout", "console", "fetch", "process", "setImmediate", "setTimeout"];
const OF_COMMONJS = ["__dirname", "module", "require"];
const globals = (names) => Object.fromEntries(names.map((name) => [name, "readonly"]));

export default [
  { ignores: ["**/target/**", "**/node_modules/**"] },
  recommended,
  {
    files: ["**/*.js", "**/*.mjs"],
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      eqeqeq: "error",
      // What a process says is full of them.
      "no-control-regex": "off",
      "no-else-return": "error",
      "no-promise-executor-return": "error",
      "no-self-compare": "error",
      "no-unused-expressions": "error",
      // What was caught is named for what it means.
      "no-unused-vars": ["error", { caughtErrors: "none", argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "no-useless-assignment": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
  { files: [PAGE], rules: { "no-undef": "off" } },
  { ignores: [PAGE], languageOptions: { globals: globals(OF_NODE) } },
  {
    files: ["cli/src/main/resources/**/*.js"],
    languageOptions: { sourceType: "commonjs", globals: globals(OF_COMMONJS) },
  },
];
