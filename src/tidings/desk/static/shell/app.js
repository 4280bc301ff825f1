// The shell: masthead, the tabs of a collection, the screen, messages and the help sheet.
import { inside, useResource } from "./api.js";
import { titleOf } from "./format.js";
import { Help } from "./help.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { Icon } from "../components/icon.js";
import { useKeys } from "./keys.js";
import { Notices } from "./notices.js";
import { Login, Person, mustLogIn, useMe } from "./person.js";
import { followLinks, go, href, useRoute } from "./router.js";
import { toggleTheme, useTheme } from "./theme.js";
import { Failure, Loading } from "../components/states.js";

const SCREENS = {
  collections: () => import("../screens/collections/screen.js"),
  search: () => import("../screens/search/screen.js"),
  wizard: () => import("../screens/wizard/screen.js"),
  lab: () => import("../screens/lab/screen.js"),
  overview: () => import("../screens/overview/screen.js"),
  page: () => import("../screens/page/screen.js"),
  judge: () => import("../screens/judge/screen.js"),
  monitor: () => import("../screens/monitor/screen.js"),
  archives: () => import("../screens/archives/screen.js"),
  unknown: () => import("../screens/unknown.js"),
};

const TABS = [
  ["overview", "Overview", "o"],
  ["search", "Search", "s"],
  ["judge", "Judge", "j"],
  ["monitor", "Monitor", "m"],
  ["archives", "Archives", "a"],
];

const loaded = {}; // screens that were imported

/** The whole desk. */
export function App() {
  const route = useRoute();
  const me = useMe();
  const [helps, setHelps] = useState(false);
  useKeys("Everywhere", keysOf(route, setHelps));
  useEffect(() => {
    document.addEventListener("click", followLinks);
    return () => document.removeEventListener("click", followLinks);
  }, []);
  if (mustLogIn(me)) return html`<main id="main" class="screen"><${Login} /></main><${Notices} />`;
  return html`<a class="skip" href="#main" onClick=${focusMain}>Skip to the content</a>
    <${Masthead} route=${route} me=${me} openHelp=${() => setHelps(true)} />
    ${route.collection && html`<${Tabs} route=${route} />`}
    <main id="main" tabindex="-1" class=${`screen screen-${route.screen}`}><${Screen} route=${route} /></main>
    <${Notices} />
    ${helps && html`<${Help} close=${() => setHelps(false)} />`}`;
}

function focusMain(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

function keysOf(route, setHelps) {
  const keys = {
    "?": ["This help", () => setHelps((shown) => !shown)],
    "/": ["Search", () => focusSearch(route)],
    t: ["Light or dark", toggleTheme],
    "g c": ["All collections", () => go("/")],
    "g n": ["New event", () => go("/new")],
  };
  if (route.collection)
    for (const [screen, label, key] of TABS)
      keys[`g ${key}`] = [label, () => go(href(screen, { collection: route.collection }))];
  return keys;
}

function focusSearch(route) {
  const field = document.querySelector("input[type=search]");
  if (field) field.focus();
  else go(href("search", { collection: route.collection }));
}

function Masthead({ route, me, openHelp }) {
  const theme = useTheme();
  return html`<header class="masthead">
    <a class="wordmark" href="/" aria-label="Tidings, all collections">Tidings</a>
    <nav class="crumbs" aria-label="Where you are">
      ${route.collection ? html`<${Title} collection=${route.collection} />` : html`<span class="muted standing">what the web says about events</span>`}
    </nav>
    <div class="masthead-tools">
      ${!route.collection && html`<a class="tool" href="/lab" aria-current=${route.screen === "lab" ? "page" : undefined}>Lab</a>`}
      <a class="tool strong" href="/new"><${Icon} name="plus" /><span>New event</span></a>
      <${Person} me=${me} />
      <button class="tool icon" onClick=${toggleTheme} aria-label=${theme === "dark" ? "Light colours" : "Dark colours"}><${Icon} name=${theme === "dark" ? "sun" : "moon"} /></button>
      <button class="tool icon" onClick=${openHelp} aria-label="Keyboard shortcuts"><${Icon} name="keyboard" /></button>
    </div>
  </header>`;
}

function Title({ collection }) {
  const { data } = useResource(inside(collection));
  const name = titleOf(data ?? { name: collection });
  useEffect(() => {
    document.title = `${name} · Tidings`;
    return () => (document.title = "Tidings");
  }, [name]);
  return html`<a class="crumb" dir="auto" href=${href("overview", { collection })}>${name}</a>`;
}

function Tabs({ route }) {
  const { collection } = route;
  const { data } = useResource(inside(collection));
  const running = data?.state?.running;
  return html`<nav class="tabs" aria-label="Screens of this collection">
    ${TABS.map(([screen, label]) => html`<a key=${screen} href=${href(screen, { collection })}
        aria-current=${screen === route.screen || (screen === "search" && route.screen === "page") ? "page" : undefined}>
      <${Icon} name=${screen} /><span>${label}</span>
      ${screen === "monitor" && running && html`<span class="pulse" title="a crawl is running"></span>`}
    </a>`)}
  </nav>`;
}

function Screen({ route }) {
  const [, redraw] = useState(0);
  const failure = useRef(null);
  const name = route.screen;
  useEffect(() => {
    if (loaded[name]) return;
    SCREENS[name]().then(
      (module) => {
        loaded[name] = module;
        redraw((count) => count + 1);
      },
      (error) => {
        failure.current = error;
        redraw((count) => count + 1);
      },
    );
  }, [name]);
  if (failure.current) return html`<${Failure} error=${failure.current} />`;
  const module = loaded[name];
  return module ? html`<${module.Screen} key=${`${name} ${route.collection ?? ""} ${route.page ?? ""}`} route=${route} />` : html`<${Loading} />`;
}
