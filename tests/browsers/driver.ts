/** The few things that a walk asks of a browser. Everything else is made of these (visitor.ts), the same way for each browser. */
export type Driver = {
  /** Opens an address, listens to its complaints, and waits until it is loaded. */
  open(url: string): Promise<void>;
  /** Gives the page this width, and a height near this one. */
  resize(width: number, height: number): Promise<void>;
  /** Runs a function in the page. It sees nothing of this program but its arguments. */
  evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Result>;
  /** Presses the mouse at a place of the window. */
  clickAt(x: number, y: number): Promise<void>;
  /** Types where the focus is. */
  type(text: string): Promise<void>;
  screenshot(file: `${string}.png`): Promise<void>;
  close(): Promise<void>;
};

export type Listening = Window & { complaints?: string[] };

/** Runs in the page, and takes down what goes wrong in it: not every driver tells. */
export function listen() {
  const complaints: string[] = ((window as Listening).complaints = []);
  console.error = (...args: unknown[]) => complaints.push(args.join(" "));
  addEventListener("error", ({ message }) => complaints.push(message));
  addEventListener("unhandledrejection", ({ reason }) => complaints.push(String(reason)));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    complaints.push(`${violatedDirective}: ${blockedURI}`),
  );
}
