import { createContext, useContext, useEffect, useSyncExternalStore, type ComponentProps } from "react";
import { icons, type IconDrawing } from "./icon-store.ts";

/** Where the server finds drawings; in the browser they come from the icon store. */
export const IconSource = createContext<(name: string) => IconDrawing | undefined>(() => undefined);

/** A plain square, for the moment until a drawing arrives or when none can be had. */
const placeholder: IconDrawing = {
  body: '<rect x="4" y="4" width="16" height="16" rx="3" fill="currentColor" opacity=".2"/>',
  viewBox: "0 0 24 24",
};

/** An icon by its Iconify name, for example `lucide:menu`. Decorative unless it has an `aria-label`. */
export function Icon({ name, className, ...props }: ComponentProps<"svg"> & { name: string }) {
  const installed = useContext(IconSource);
  const drawing = useSyncExternalStore(
    icons.subscribe,
    () => icons.get(name),
    () => installed(name) ?? icons.get(name),
  );
  useEffect(() => {
    if (!drawing) icons.want(name);
  }, [drawing, name]);

  const { body, viewBox } = drawing ?? placeholder;
  return (
    <svg
      data-icon={drawing ? name : undefined}
      viewBox={viewBox}
      className={`size-[1.25em] shrink-0 ${className ?? ""}`}
      aria-hidden={props["aria-label"] ? undefined : true}
      role={props["aria-label"] ? "img" : undefined}
      dangerouslySetInnerHTML={{ __html: body }}
      {...props}
    />
  );
}
