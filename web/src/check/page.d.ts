// What the modules of the page say to each other. What the daemon says is in target/wire.d.ts, made by wire.mjs.

type State = Wire.ProcessView["state"];
type Tone = "good" | "doubtful" | "bad" | "soft";
type Direction = "ascending" | "descending";

/** began: when its run did, by this machine's clock. */
type Process = Wire.ProcessView & { began?: number };

/** What changed: names of all that did, of those that came into another state, and whether there are others than before. */
type News = { names: Set<string>; turned: Set<string>; others: boolean };

/** Given the event of the key. What returns false leaves the key to the browser. */
type Keys = Record<string, (event: KeyboardEvent) => unknown>;

/** A view while it is shown. follow: whether it could go to another address of its own without being made anew. */
type Shown = {
  keys?: Keys;
  follow?(about: string, parameters: URLSearchParams): boolean;
  title?(): string;
  close?(): void;
};

type View = {
  word: string;
  label: string;
  show(main: HTMLElement, about: string, parameters: URLSearchParams): Shown;
};

/** One that has its place in the bar. */
type Tab = View & { key: string; address: string; optional?: boolean };

/** A line of a log as /v1/tails sends it. */
type Line = [cursor: string, stream: string, text: string];

/** Of a curve, where null is a gap. */
type Values = (number | null | undefined)[];

type Point = [x: number, y: number];

type Value = string | number | boolean | null | undefined;
type Child = Node | string | false | null | undefined;
type Content = Child | Child[];

type Handlers = {
  [Name in keyof GlobalEventHandlersEventMap as `on${Name}`]?: (event: GlobalEventHandlersEventMap[Name]) => unknown;
};

/** What an element may be made with. A misspelt one is an error. */
type Attributes = Handlers & { [Name in AttributeName | `aria-${string}` | `data-${string}`]?: Value };

type AttributeName =
  | "autocomplete"
  | "autofocus"
  | "class"
  | "datetime"
  | "download"
  | "for"
  | "hidden"
  | "href"
  | "id"
  | "list"
  | "maxlength"
  | "placeholder"
  | "popover"
  | "popovertarget"
  | "required"
  | "role"
  | "rows"
  | "scope"
  | "spellcheck"
  | "tabindex"
  | "title"
  | "type"
  | "value"
  | DrawnName;

type DrawnName =
  | "d"
  | "height"
  | "marker-end"
  | "markerHeight"
  | "markerWidth"
  | "orient"
  | "preserveAspectRatio"
  | "refX"
  | "refY"
  | "rx"
  | "text-anchor"
  | "transform"
  | "viewBox"
  | "width"
  | "x"
  | "y";
