import { useEffect, useState, type ComponentProps, type PointerEvent } from "react";
import { Link } from "react-router";

const look = {
  primary: "bg-tide text-on-tide hover:bg-tide-strong forced-colors:border",
  quiet: "border border-granite bg-foam text-ink hover:border-ink",
};

const shape =
  "relative inline-flex min-h-12 max-w-full cursor-pointer items-center justify-center gap-2 overflow-hidden rounded-full px-6 py-3 font-semibold no-underline transition-colors aria-disabled:cursor-default aria-disabled:opacity-60";

/** For what looks like a quiet button and is another element, such as a <summary>. */
export const quietButton = `${shape} ${look.quiet}`;

type Look = { look?: keyof typeof look };

/** While it is loading it can do nothing, but keeps the focus. */
export function Button({
  loading,
  onClick,
  look: name = "primary",
  className,
  children,
  ...props
}: ComponentProps<"button"> & Look & { loading?: boolean }) {
  const ripple = useRipple();
  return (
    <button
      className={`${shape} ${look[name]} ${className ?? ""}`}
      aria-disabled={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      aria-busy={loading || undefined}
      {...ripple.props}
      {...props}
    >
      {children}
      {ripple.wave}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ look: name = "primary", className, children, ...props }: ComponentProps<typeof Link> & Look) {
  const ripple = useRipple();
  return (
    <Link className={`${shape} ${look[name]} ${className ?? ""}`} {...ripple.props} {...props}>
      {children}
      {ripple.wave}
    </Link>
  );
}

/** The wave lasts 0.4 s (styles.css); the flag goes a moment later. */
const rippleCleared = 401;

function useRipple() {
  const [wave, setWave] = useState<{ x: number; y: number; key: number }>();
  useEffect(() => {
    if (!wave) return;
    const timer = setTimeout(() => setWave(undefined), rippleCleared);
    return () => clearTimeout(timer);
  }, [wave]);

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    setWave((last) => ({ x: event.clientX - box.left, y: event.clientY - box.top, key: (last?.key ?? 0) + 1 }));
  }

  return {
    props: { onPointerDown, "data-active": wave ? "" : undefined },
    wave: wave && <span key={wave.key} className="ripple" style={{ left: wave.x, top: wave.y }} aria-hidden />,
  };
}
