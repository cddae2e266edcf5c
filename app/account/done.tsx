/** Says that something was done, after the page has come back. */
export function Done({ children }: { children: string | undefined }) {
  return (
    children && (
      <p role="status" className="border-l-4 border-toxo bg-shade px-5 py-4">
        {children}
      </p>
    )
  );
}
