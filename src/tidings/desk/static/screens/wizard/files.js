// Files that a person gives: pages about the event, or lists in which seeds are looked for.
export const LARGEST = 5_000_000; // bytes of a file

/** What a file can be used for. */
export const USES = [["page", "a page about the event"], ["list", "a list to find seeds in"]];

const ADDRESS = /https?:\/\/[^\s"'<>\\,]+/gi;
const MUCH = 0.25; // share of the characters of a list that are addresses

/** Return the addresses in a text, each once. */
export const addressesIn = (text) => [...new Set(text.match(ADDRESS) ?? [])];

/** Read a file; what it is used for is guessed from its name and content, and can be changed. */
export async function readFile(file) {
  const content = await file.text();
  const isHtml = /\.html?$/i.test(file.name) || /^\s*<(!doctype|html)/i.test(content);
  return { name: file.name, size: file.size, content, isHtml, use: isList(file.name, content, isHtml) ? "list" : "page" };
}

function isList(name, content, isHtml) {
  if (isHtml) return /<title>[^<]*(- Google |at DuckDuckGo|- Bing|- Search)/i.test(content);
  return /\.(jsonl?|csv|tsv)$/i.test(name) || addressesIn(content).join("").length > content.length * MUCH;
}
