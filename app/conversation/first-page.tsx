import { useEffect, useRef, useState } from "react";
import { Icon } from "#app/ui/icon.tsx";

/** The first page of a PDF, drawn when it comes into sight. Until then, and where it cannot be drawn, there is the sign of a file. */
export function FirstPage({ src, className }: { src: string; className: string }) {
  const [picture, setPicture] = useState<string>();
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let isOver = false;
    const watch = new IntersectionObserver(async (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      // Out of reach, the sign stays.
      const drawn = await import("./first-page.client.ts").then(
        ({ firstPage }) => firstPage(src),
        () => undefined,
      );
      if (!isOver) setPicture(drawn);
    });
    watch.observe(place.current!);
    return () => {
      isOver = true;
      watch.disconnect();
    };
  }, [src]);
  return (
    <span ref={place} className={`flex items-center justify-center bg-shade text-muted ${className}`}>
      {picture ? <img src={picture} alt="" className="size-full object-contain" /> : <Icon name="lucide:file-text" />}
    </span>
  );
}
