import { useState } from "react";
import { Icon } from "#app/ui/icon.tsx";
import type { Content } from "#content/en/index.ts";
import { FirstPage } from "./first-page.tsx";

/** A file as it is shown. */
export type ShownFile = {
  id: string;
  name: string;
  size: string;
  /** Where browsers show it themselves. */
  open?: string;
  download: string;
  /** A small picture of it. */
  small?: string;
  /** Of a PDF: where its first page can be read. */
  pdf?: string;
};

type Text = Pick<Content["files"], "open" | "download" | "newTab">;

/** The files of a message: pictures and first pages to be seen, the others by their names. */
export function Files({ files, text }: { files: ShownFile[]; text: Text }) {
  const seen = files.filter(({ small, pdf }) => small ?? pdf);
  const others = files.filter(({ small, pdf }) => !(small ?? pdf));
  return (
    <>
      {seen.length > 0 && (
        <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
          {seen.map((file) => (
            <li key={file.id} className="flex flex-col border border-line bg-foam">
              <a
                href={file.open ?? file.download}
                {...(file.open && { target: "_blank", rel: "noopener" })}
                className="flex grow flex-col no-underline hover:[&_bdi]:underline"
              >
                <Preview of={file} className="h-28 w-full p-1" />
                <span className="block px-2 pt-1 text-sm leading-snug font-medium text-tide">
                  <Name name={file.name} />
                  {file.open && <span className="sr-only"> ({text.newTab})</span>}
                </span>
              </a>
              <Foot file={file} text={text} className="px-2" />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className="mt-3 grid gap-2">
          {others.map((file) => (
            <li key={file.id} className="flex items-start gap-3 border border-line bg-foam px-3 py-1">
              <Icon name="lucide:file" className="mt-3 text-muted" />
              <div className="min-w-0 grow sm:flex sm:items-center sm:gap-4">
                <a
                  href={file.open ?? file.download}
                  {...(file.open && { target: "_blank", rel: "noopener" })}
                  className="block min-w-0 grow pt-2.5 text-sm leading-snug font-medium text-tide underline underline-offset-4 sm:py-2.5"
                >
                  <Name name={file.name} />
                  {file.open && <span className="sr-only"> ({text.newTab})</span>}
                </a>
                <Foot file={file} text={text} className="shrink-0" />
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** All files of a conversation in one. */
export function AllFiles({ href, label }: { href: string; label: string }) {
  return (
    <p>
      <a href={href} download="" className="inline-flex min-h-11 items-center gap-2 font-medium text-tide underline underline-offset-4">
        <Icon name="lucide:file-archive" />
        {label}
      </a>
    </p>
  );
}

/** A name of whatever length and direction; it breaks where it must. */
export function Name({ name }: { name: string }) {
  return <bdi className="hyphens-none wrap-anywhere">{name}</bdi>;
}

function Foot({ file, text, className }: { file: ShownFile; text: Text; className: string }) {
  return (
    <p className={`flex items-center justify-between gap-3 text-sm text-muted ${className}`}>
      <span className="whitespace-nowrap">{file.size}</span>
      <a
        href={file.download}
        download={file.name}
        aria-label={`${text.download}: ${file.name}`}
        className="inline-flex min-h-11 min-w-11 items-center justify-center text-tide"
      >
        <Icon name="lucide:download" />
      </a>
    </p>
  );
}

/** What can be seen of a file. */
export function Preview({ of: { small, pdf }, className }: { of: Pick<ShownFile, "small" | "pdf">; className: string }) {
  if (small) return <Thumbnail src={small} className={className} />;
  return pdf ? <FirstPage src={pdf} className={className} /> : <Icon name="lucide:file" className="text-muted" />;
}

/** Not all pictures can be made small: then there is the sign of a file. */
function Thumbnail({ src, className }: { src: string; className: string }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) {
    return (
      <span className={`flex items-center justify-center bg-shade text-muted ${className}`}>
        <Icon name="lucide:image" />
      </span>
    );
  }
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setMissing(true)}
      className={`bg-shade object-contain ${className}`}
    />
  );
}
