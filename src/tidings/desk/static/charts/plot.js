// A uPlot chart in a Preact component: made once, fed with data, resized with its box.
import { html, useEffect, useLayoutEffect, useRef } from "../shell/html.js";
import { useTheme } from "../shell/theme.js";
import uPlot from "../vendor/uplot.js";

export { uPlot };

/** ``options(colours)`` is called again when ``version`` or the theme changes; data may change at any time. */
export function Plot({ data, options, height, version = "", label, onMade }) {
  const box = useRef(null);
  const chart = useRef(null);
  const theme = useTheme();
  useLayoutEffect(() => {
    const width = box.current.clientWidth || 300;
    chart.current = new uPlot({ width, height, legend: { show: false }, ...options() }, data, box.current);
    onMade?.(chart.current);
    const observer = new ResizeObserver(([entry]) => {
      const wide = Math.floor(entry.contentRect.width);
      if (wide && wide !== chart.current.width) chart.current.setSize({ width: wide, height });
    });
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      chart.current.destroy();
      chart.current = null;
    };
  }, [version, theme, height]);
  const drawn = useRef(data);
  useEffect(() => {
    if (drawn.current !== data) chart.current?.setData(data);
    drawn.current = data;
  }, [data]);
  return html`<div class="plot" ref=${box} role="img" aria-label=${label} style=${{ height: `${height}px` }}></div>`;
}

/** Return an axis in the type and lines of the desk. */
export const axis = (ink, more = {}) => ({
  stroke: ink.faint, font: "11px Inter, sans-serif", ticks: { show: false }, grid: { stroke: ink.hair, width: 1 }, ...more,
});
