/** A line of a CSV file, its end included; with semicolons, as spreadsheets expect it where a comma is in numbers. */
export function csvLine(cells: unknown[]): string {
  return `${cells.map(csvCell).join(";")}\r\n`;
}

/** Quoted, and with a mark before what a spreadsheet would take for a formula; some also take the wide forms of East Asian keyboards. */
export function csvCell(value: unknown): string {
  const text = String(value ?? "");
  return `"${text.replace(/^(?=[=+\-@\t\r\n＝＋－＠])/, "'").replaceAll('"', '""')}"`;
}
