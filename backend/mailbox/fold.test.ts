import { describe, expect, test } from "vitest";
import { fold } from "./fold.ts";

const own = "Perfecto, o venres ás dez.\n\nLevamos o logotipo.";
const quote = "> Ola, Uxía:\n>\n> Podemos falar o venres?\n>> Bos días";

/** How mail programs say whose words they quote. */
const attributions = {
  "Gmail, English": "On Wed, Nov 18, 2026 at 10:04 AM Abrente <ola@abrente.example> wrote:",
  "Gmail, broken over lines": "On Wed, Nov 18, 2026 at 10:04 AM Abrente <\nola+0a1b2c@abrente.example> wrote:",
  "Gmail, Spanish": "El mié, 18 nov 2026 a las 10:04, Abrente (<ola@abrente.example>) escribió:",
  "Gmail, Galician": "O mér., 18 de nov. de 2026 ás 10:04, Abrente (<ola@abrente.example>) escribiu:",
  "Apple Mail, English": "On 18 Nov 2026, at 10:04, Abrente <ola@abrente.example> wrote:",
  "Apple Mail, Spanish": "El 18 nov 2026, a las 10:04, Abrente <ola@abrente.example> escribió:",
  "Thunderbird, English": "On 18/11/2026 10:04, Abrente wrote:",
  "Thunderbird, Spanish": "El 18/11/26 a las 10:04, Abrente escribió:",
  "Thunderbird, Galician": "O 18/11/26 ás 10:04, Abrente escribiu:",
  "a name first": "Abrente <ola@abrente.example> escribiu:",
};

describe.each(Object.entries(attributions))("%s", (_, said) => {
  test("above the quote", () => {
    expect(fold(`${own}\n\n${said}\n\n${quote}\n`)).toEqual({ text: own, rest: `${said}\n\n${quote}` });
  });
  test("below the quote", () => {
    expect(fold(`${said}\n${quote}\n\n${own}\n`)).toEqual({ text: own, rest: `${said}\n${quote}` });
  });
  test("between the quotes, which stay", () => {
    const mail = `${said}\n> Podemos falar o venres?\n\nSi.\n\n> Levas o logotipo?\n\nTamén.`;
    expect(fold(`${mail}\n\n> Abrente\n`)).toEqual({ text: mail, rest: "> Abrente" });
  });
});

/** Outlook marks nothing. */
test.each([
  "From: Abrente <ola@abrente.example>\nSent: Wednesday, November 18, 2026 10:04 AM\nTo: Uxía\nSubject: Re: Your request",
  "De: Abrente <ola@abrente.example>\nEnviado: miércoles, 18 de noviembre de 2026 10:04\nPara: Uxía\nAsunto: Re: Tu solicitud",
  "De: Abrente <ola@abrente.example>\nEnviado el: mércores, 18 de novembro de 2026 10:04\nPara: Uxía\nAsunto: Re: A túa solicitude",
  "________________________________\nDe: Abrente <ola@abrente.example>\nData: 18/11/2026\nPara: Uxía\nAsunto: Re:",
  "*From:* Abrente <ola@abrente.example>\n*Date:* 18/11/2026\n*Subject:* Re:",
  "-----Original Message-----\nFrom: Abrente",
  "-----Mensaje original-----\nDe: Abrente",
  "----- Mensaxe orixinal -----\nDe: Abrente",
  "El miércoles, 18 de noviembre de 2026, 10:04:00 CET, Abrente <ola@abrente.example> escribió:",
])("a quote without marks goes on to the end: %s", (head) => {
  const quoted = `${head}\n\nOla, Uxía:\n\nPodemos falar o venres?`;
  expect(fold(`${own}\n\n${quoted}`)).toEqual({ text: own, rest: quoted });
});

test.each([
  ["-- ", "Uxía Nogueira\nPanadaría Nogueira · 600 000 000"],
  ["--", "Uxía"],
])("a signature is folded away, above a quote and at the end: %j", (dashes, name) => {
  expect(fold(`${own}\n\n${dashes}\n${name}`)).toEqual({ text: own, rest: `${dashes}\n${name}` });
  const rest = `${dashes}\n${name}\n\nOn 18/11/2026 10:04, Abrente wrote:\n${quote}`;
  expect(fold(`${own}\n${rest}`)).toEqual({ text: own, rest });
  const below = `On 18/11/2026 10:04, Abrente wrote:\n${quote}`;
  expect(fold(`${below}\n\n${own}\n${dashes}\n${name}`)).toEqual({ text: own, rest: `${below}\n\n${dashes}\n${name}` });
});

test.each([
  "Sent from my iPhone",
  "Enviado desde mi iPhone",
  "Enviado dende o meu iPhone",
  "Get Outlook for iOS",
  "Obtener Outlook para Android",
])("what telephones add is a signature: %s", (line) => {
  expect(fold(`${own}\n\n${line}\n\nOn 18/11/2026 10:04, Abrente wrote:\n${quote}`).text).toBe(own);
  expect(fold(`${own}\n\n${line}`)).toEqual({ text: own, rest: line });
  // Nothing else was written.
  expect(fold(line)).toEqual({ text: line, rest: "" });
});

test.each([
  own,
  "",
  "De: non sei.\nPero si.",
  "On Monday my boss wrote:\nWe need a website.",
  "O prezo foi 300 € -- ou máis\n\n--- importante ---\nNada máis.",
  "> só a cita",
])("what is no quote stays: %j", (text) => {
  expect(fold(text)).toEqual({ text, rest: "" });
});

function filled(parts: string[]): string[] {
  return parts
    .flatMap((part) => part.split("\n"))
    .map((line) => line.trim())
    .filter(Boolean)
    .toSorted();
}

test("nothing vanishes: each line is in the text or in the rest", () => {
  const lines = [
    "Ola",
    "> cita",
    "-- ",
    "Uxía",
    "",
    "On 18/11/2026, X wrote:",
    "De: X",
    "Enviado: hoxe",
    "____________",
    "Sent from my iPhone",
  ];
  let seed = 7;
  const next = () => (seed = (seed * 16_807) % 2_147_483_647);
  for (let run = 0; run < 2000; run++) {
    const mail = Array.from({ length: next() % 12 }, () => lines[next() % lines.length]!);
    const { text, rest } = fold(mail.join("\n"));
    expect(filled([text, rest]), mail.join("\n")).toEqual(filled(mail));
  }
});

test.each(["-- \n> x\n", "On 1 wrote:\n> x\n", "On 1\n", "<@", "De: x\n", "\n", "> "])(
  "a long mail of nonsense takes no time: %j",
  (nonsense) => {
    const began = performance.now();
    fold(nonsense.repeat(250_000 / nonsense.length));
    expect(performance.now() - began).toBeLessThan(1500);
  },
);
