/** What a message is found by on the pages of its conversation, and led to by mails. */
export const messageAnchor = (id: string) => `message-${id}`;
