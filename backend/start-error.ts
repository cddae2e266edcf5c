/** A mistake of the person who starts the server: its message is all they need to see. */
export class StartError extends Error {}
