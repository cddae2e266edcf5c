/** What people call a request by: short enough to be read over the phone. */
export function referenceOf({ id }: { id: string }): string {
  return id.slice(0, 8).toUpperCase();
}
