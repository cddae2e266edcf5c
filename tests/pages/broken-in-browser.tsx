import { useEffect, useState } from "react";

/** Each button fails in another part of a page's life in the browser. */
export default function BrokenInBrowserPage() {
  const [part, setPart] = useState<"render" | "mount">();
  if (part === "render") throw new Error("Failed while rendering");
  return (
    <main id="content">
      <h1>Broken in the browser</h1>
      {part === "mount" && <FailsOnMount />}
      <button onClick={() => setPart("render")}>render</button>
      <button onClick={() => setPart("mount")}>mount</button>
      <button
        onClick={() => {
          throw new Error("Failed in a handler");
        }}
      >
        handler
      </button>
      <button
        onClick={() => {
          void Promise.reject(new Error("Failed in a promise"));
        }}
      >
        promise
      </button>
    </main>
  );
}

function FailsOnMount() {
  useEffect(() => {
    throw new Error("Failed on mount");
  }, []);
  return null;
}
