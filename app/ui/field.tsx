import type { ComponentProps, ReactNode } from "react";

type FieldProps = {
  label: string;
  name: string;
  error?: string;
  hint?: ReactNode;
  required?: boolean;
  optional?: string;
  className?: string;
};

/** What every control needs to be found, described and marked as wrong. */
function controlProps({ name, error, hint, required }: Pick<FieldProps, "name" | "error" | "hint" | "required">) {
  const id = `field-${name}`;
  return {
    id,
    name,
    required,
    // Said either way: a browser takes what is required and still empty for wrong.
    "aria-invalid": !!error,
    "aria-describedby": [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined,
  };
}

export function TextField({ label, error, hint, optional, className, ...props }: ComponentProps<"input"> & FieldProps) {
  return (
    <Field {...{ label, error, hint, optional, className, ...props }}>
      <input dir="auto" {...props} {...controlProps({ error, hint, ...props })} className="field" />
    </Field>
  );
}

export function TextArea({ label, error, hint, optional, className, ...props }: ComponentProps<"textarea"> & FieldProps) {
  return (
    <Field {...{ label, error, hint, optional, className, ...props }}>
      <textarea dir="auto" {...props} {...controlProps({ error, hint, ...props })} className="field" />
    </Field>
  );
}

export function Select({ label, error, hint, optional, className, children, ...props }: ComponentProps<"select"> & FieldProps) {
  return (
    <Field {...{ label, error, hint, optional, className, ...props }}>
      <select {...props} {...controlProps({ error, hint, ...props })} className="field">
        {children}
      </select>
    </Field>
  );
}

export function Checkbox({ label, error, ...props }: Omit<ComponentProps<"input"> & FieldProps, "label"> & { label: ReactNode }) {
  const control = controlProps({ error, ...props });
  return (
    <div>
      <div className="flex gap-3">
        <input type="checkbox" {...props} {...control} className="mt-1 size-5 shrink-0 accent-tide" />
        <label htmlFor={control.id}>
          {label}
          {props.required && <span aria-hidden> *</span>}
        </label>
      </div>
      <FieldError id={control.id} error={error} />
    </div>
  );
}

function Field({ label, name, error, hint, required, optional, className, children }: FieldProps & { children: ReactNode }) {
  const id = `field-${name}`;
  return (
    <div className={className}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {required && <span aria-hidden> *</span>}
        {optional && <span className="font-normal text-muted"> ({optional})</span>}
      </label>
      {children}
      <FieldError id={id} error={error} />
      {hint && (
        <div id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </div>
      )}
    </div>
  );
}

function FieldError({ id, error }: { id: string; error?: string }) {
  return (
    error && (
      <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-alert">
        {error}
      </p>
    )
  );
}
