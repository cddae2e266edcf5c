/** Says that something was done, after the page has come back; the focus goes there. */
export function Done({ children }: { children: string | undefined }) {
  return (
    children && (
      <p role="status" data-focus tabIndex={-1} className="border-l-4 border-tide bg-shade px-5 py-4">
        {children}
      </p>
    )
  );
}
