// What the server reports by itself: server-sent events of one collection.
import { address, inside } from "./api.js";
import { useEffect, useRef, useState } from "./html.js";

const KINDS = ["status", "page", "judgement", "log", "alarm"];

/** Call ``heard(kind, data)`` for every event of a collection; return whether the line is open. */
export function useLive(collection, heard) {
  const [isOpen, setOpen] = useState(false);
  const latest = useRef(heard);
  latest.current = heard;
  useEffect(() => {
    if (!collection) return undefined;
    const source = new EventSource(address(inside(collection, "/events")));
    source.onopen = () => setOpen(true);
    source.onerror = () => setOpen(false);
    for (const kind of KINDS)
      source.addEventListener(kind, (event) => latest.current(kind, parsed(event.data)));
    return () => source.close();
  }, [collection]);
  return isOpen;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}
