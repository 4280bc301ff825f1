// The one place that knows Preact and htm; everything else imports from here.
import { Fragment, createContext, h, render } from "../vendor/preact.js";
import htm from "../vendor/htm.js";

export const html = htm.bind(h);
export { Fragment, createContext, render };
export {
  useCallback, useContext, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState,
} from "../vendor/hooks.js";

/** Join the class names that are not empty. */
export const classes = (...names) => names.filter(Boolean).join(" ");
