/** A page of one colour with a title; nobody has the password of a locked one. */
export function pdfOf({ locked = false } = {}): Buffer {
  const drawn = "0 0.502 0.502 rg 0 0 300 400 re f 1 g BT /F1 40 Tf 40 300 Td (Bosquexo) Tj ET";
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${"5a".repeat(32)}> /U <${"a5".repeat(32)}> >>`,
  ];
  const parts = objects.map((object, number) => `${number + 1} 0 obj\n${object}\nendobj\n`);
  const start = "%PDF-1.4\n";
  const places = parts.map((_, number) => start.length + parts.slice(0, number).join("").length);
  const end = start.length + parts.join("").length;
  const table = ["0000000000 65535 f \n", ...places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`)].join("");
  const lock = locked ? `/Encrypt 6 0 R /ID [<${"00".repeat(16)}> <${"00".repeat(16)}>]` : "";
  const trailer = `xref\n0 ${objects.length + 1}\n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${lock} >>`;
  return Buffer.from(`${start}${parts.join("")}${trailer}\nstartxref\n${end}\n%%EOF\n`);
}
