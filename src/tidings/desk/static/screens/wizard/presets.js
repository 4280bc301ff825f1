// Presets by type of event: how long it usually lasts, and how long people write about it before and after.
import { fromDay, toDay } from "../../charts/days.js";

/** Return the values that a preset changes; the last day only where one day is known, and no day to come. */
export function presetOf(types, type, draft) {
  const preset = types.find((each) => each.type === type);
  if (!preset) return { type };
  const { start, end, lastByPreset } = draft;
  const isFree = start && (!end || end === start || end === lastByPreset);
  const last = isFree ? fromDay(Math.max(toDay(start), Math.min(toDay(start) + preset.length - 1, toDay(new Date().toISOString())))) : end;
  return { type, lead: preset.lead, cooldown: preset.cooldown, ...(isFree ? { end: last, lastByPreset: last } : {}) };
}
