// Prints what the daemon says and is told as types, made from its OpenAPI description: node wire.mjs openapi.json.
// So a field that the page reads is one that the daemon has.

import { readFileSync } from "node:fs";

const { components, paths } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const CHANGING = ["post", "delete"];

function typeOf(schema) {
  if (schema.$ref) {
    return schema.$ref.split("/").at(-1);
  }
  if (schema.enum) {
    return schema.enum.map((word) => JSON.stringify(word)).join(" | ");
  }
  return [schema.type].flat().map((word) => named(word, schema)).join(" | ");
}

function named(word, schema) {
  switch (word) {
    case "array":
      return `(${typeOf(schema.items)})[]`;
    case "object":
      return objectOf(schema);
    case "integer":
      return "number";
    default:
      return word;
  }
}

function objectOf({ properties, required = [], additionalProperties }) {
  if (!properties) {
    return `Record<string, ${additionalProperties ? typeOf(additionalProperties) : "unknown"}>`;
  }
  const members = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? "" : "?"}: ${typeOf(schema)};`,
  );
  return `{ ${members.join(" ")} }`;
}

const json = (content) => typeOf(content?.["application/json"]?.schema ?? { type: "unknown" });

// As the page writes it: relative, with any name in its place, and with a query or without one.
function address(path) {
  const pattern = path.slice(1).replaceAll(/\{\w+\}/g, "${string}");
  return `\`${pattern}\` | \`${pattern}?\${string}\``;
}

// The first that matches counts, so the longest come first: a name may stand for anything.
function mapping(name, methods, picked) {
  const lines = Object.entries(paths)
    .flatMap(([path, operations]) => methods.map((method) => [path, operations[method]]))
    .filter(([, operation]) => operation)
    .sort(([one], [other]) => other.split("/").length - one.split("/").length)
    .map(([path, operation]) => `    Path extends ${address(path)} ? ${picked(operation)} :`);
  return [`  type ${name}<Path extends string> =`, ...lines, "    unknown;"];
}

const answer = (operation) => json(operation.responses["200"].content);

console.log(
  [
    "declare namespace Wire {",
    ...Object.entries(components.schemas).map(([name, schema]) => `  type ${name} = ${typeOf(schema)};`),
    ...mapping("Got", ["get"], answer),
    ...mapping("Posted", CHANGING, answer),
    ...mapping("Body", CHANGING, (operation) => json(operation.requestBody?.content)),
    "}",
  ].join("\n"),
);
