import type { Portrait as Picture } from "#content/voices.ts";

/** A face, far down the page: it is asked for when somebody comes near. */
export function Portrait({ picture }: { picture: Picture | undefined }) {
  if (!picture) return;
  const { src, alt } = picture;
  return <img src={src} alt={alt} width={64} height={64} loading="lazy" decoding="async" className="size-16 shrink-0 rounded-full" />;
}
