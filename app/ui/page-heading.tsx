export function PageHeading({ heading, lead }: { heading: string; lead: string }) {
  return (
    <div className="mb-10">
      <h1 className="text-heading">{heading}</h1>
      <p className="mt-4 text-lead text-muted">{lead}</p>
    </div>
  );
}
