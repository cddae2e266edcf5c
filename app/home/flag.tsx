/** Flags of the international code, one letter each, in the colours of the place: what they are read by is their shape. */
const flags = {
  vue: { ground: "foam", parts: { tide: "M0 0h4l8 6 8-6h4v3l-8 6 8 6v3h-4l-8-6-8 6H0v-3l8-6-8-6z" } },
  performance: { ground: "ink", parts: { foam: "M7 5h10v8H7z" } },
  design: { ground: "foam", parts: { tide: "M0 0h12v18h12V9H0z" } },
  integrations: { ground: "toxo", parts: { ink: "M12 4.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9z" } },
  apps: { ground: "foam", parts: { tide: "M12 0h12v18H12z" } },
  ai: { ground: "toxo", parts: { tide: "M0 0h24v18z" } },
  testing: { ground: "foam", parts: { tide: "M0 0h8v18H0z", ink: "M16 0h8v18h-8z" } },
  accessibility: { ground: "foam", parts: { ink: "M10 0h14l-6 9 6 9H10z" } },
  architecture: { ground: "foam", parts: { ink: "M0 0h24v4H0zM0 14h24v4H0z", tide: "M0 7h24v4H0z" } },
} as const;

const fill = { foam: "fill-foam", ink: "fill-ink", tide: "fill-tide", toxo: "fill-toxo" };

export function Flag({ name }: { name: keyof typeof flags }) {
  const { ground, parts } = flags[name];
  return (
    <svg viewBox="-1 -1 26 20" className="mt-1 h-5 w-6.5 shrink-0" aria-hidden>
      <path d="M0 0h24v18H0z" className={`stroke-ink ${fill[ground]}`} />
      {Object.entries(parts).map(([colour, part]) => (
        <path key={colour} d={part} className={fill[colour as keyof typeof fill]} />
      ))}
    </svg>
  );
}
