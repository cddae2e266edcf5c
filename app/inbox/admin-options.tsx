/** Who may look after a request, and nobody, to choose from. */
export function AdminOptions({ nobody, admins }: { nobody: string; admins: { id: string; email: string }[] }) {
  return (
    <>
      <option value="">{nobody}</option>
      {admins.map(({ id, email }) => (
        <option key={id} value={id}>
          {email}
        </option>
      ))}
    </>
  );
}
