import { useState, type PointerEvent } from "react";
import { useHydrated } from "#app/awake/use-hydrated.ts";
import type { ChartShown } from "./figures-shown.server.ts";

type Props = { chart: ChartShown; heading: string; hint?: string; label: string };

/** A number, and how it came about. Without data there is no drawing. */
export function Chart({ chart: { total, before, bars }, heading, hint, label }: Props) {
  return (
    <section>
      <h2 className="flex flex-wrap items-baseline gap-x-2 text-title">
        {heading} {hint && <span className="font-sans text-sm font-normal tracking-normal text-muted">({hint})</span>}
      </h2>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
        <strong className="font-display text-statement tabular-nums">{total}</strong>
        <span className="text-sm text-muted">{before}</span>
      </p>
      {bars && <Bars bars={bars} label={label} />}
    </section>
  );
}

const height = 100;

/**
 * The bars are for the eye; every number is in the page's tables. With JavaScript a slider lies over them: it is pointed at, touched, or moved by the
 * arrow keys, and says what it is at.
 */
function Bars({ bars: { values, scale, ends }, label }: { bars: Exclude<ChartShown["bars"], false>; label: string }) {
  const hydrated = useHydrated();
  const last = values.length - 1;
  const [at, setAt] = useState(last);

  function follow(event: PointerEvent<HTMLInputElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setAt(Math.max(0, Math.min(last, Math.floor(((event.clientX - left) / width) * values.length))));
  }

  return (
    <div className="mt-3">
      <p aria-hidden className="text-sm font-medium tabular-nums">
        {values[at]!.says}
      </p>
      <div className="mt-3 grid grid-cols-[auto_1fr] gap-x-3 text-sm text-muted tabular-nums">
        <div aria-hidden className="-my-2.5 flex flex-col justify-between text-right">
          {scale.map((value) => (
            <span key={value}>{value}</span>
          ))}
        </div>
        <div className="relative h-36 has-focus-visible:outline-3 has-focus-visible:outline-offset-4 has-focus-visible:outline-ink">
          <svg aria-hidden viewBox={`0 0 ${values.length} ${height}`} preserveAspectRatio="none" className="size-full overflow-visible">
            <path
              d={[0, height / 2, height].map((y) => `M0 ${y}H${values.length}`).join("")}
              vectorEffect="non-scaling-stroke"
              className="stroke-line"
            />
            {values.map(({ from, part, says }, n) => (
              <g key={from} className={n === at ? "fill-ink" : "fill-tide forced-colors:fill-[GrayText]"}>
                <title>{says}</title>
                {/* All of the column can be pointed at. */}
                <rect x={n} width={1} height={height} className="fill-transparent" />
                <rect data-bar x={n + 0.1} width={0.8} y={height * (1 - part)} height={height * part} />
              </g>
            ))}
          </svg>
          {hydrated && (
            <input
              type="range"
              aria-label={label}
              aria-valuetext={values[at]!.says}
              min={0}
              max={last}
              value={at}
              onChange={(event) => setAt(Number(event.target.value))}
              onPointerMove={follow}
              onPointerDown={(event) => {
                // The browser would count from the middle of the first bar to the middle of the last.
                event.preventDefault();
                event.currentTarget.focus({ preventScroll: true });
                follow(event);
              }}
              className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
            />
          )}
        </div>
        <p aria-hidden className="col-start-2 mt-2 flex justify-between gap-4">
          {ends.map((end) => (
            <span key={end}>{end}</span>
          ))}
        </p>
      </div>
    </div>
  );
}
