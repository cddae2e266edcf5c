import { expect, test } from "vitest";
import { onBothEngines } from "#backend/database/testing.ts";
import { offer } from "#content/agency.ts";
import { euros } from "#content/format.ts";
import { addSavedReply, changeSavedReply, deleteSavedReply, fillReply, listSavedReplies, versionOf } from "./saved-replies.ts";

const texts = { en: "Hello", es: "Hola", gl: "Ola" };

onBothEngines((open) => {
  test("a saved reply is changed and deleted by who has seen what it is", async () => {
    const { queries } = open().database;
    await addSavedReply(queries, { name: "Prezos", texts });
    const [first] = await listSavedReplies(queries);
    const seen = versionOf(first!);
    expect(await changeSavedReply(queries, first!.id, seen, { name: "Prezo", texts: { ...texts, gl: "Bos días" } })).toBe("done");
    expect(await changeSavedReply(queries, first!.id, seen, { name: "Outro", texts })).toBe("overtaken");
    expect(await deleteSavedReply(queries, first!.id, seen)).toBe("overtaken");
    const [second] = await listSavedReplies(queries);
    expect(second).toMatchObject({ name: "Prezo", texts: { gl: "Bos días" } });
    expect(await deleteSavedReply(queries, second!.id, versionOf(second!))).toBe("done");
    expect(await listSavedReplies(queries)).toEqual([]);
  });
});

test("placeholders are filled once, in the client's language; what is none stays", () => {
  const request = { id: "0b9d1c1e-0000-4000-8000-000000000000", name: "{price}", locale: "es" } as const;
  expect(fillReply("{name} {reference} {price} {other}", request)).toBe(`{price} 0B9D1C1E ${euros("es", offer.price)} {other}`);
});
