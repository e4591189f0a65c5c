/** Name of the parameter with the id of a conversation. */
export const CONVERSATION = 'conversation';

export const addressOf = (id: string): string => `/ai-chat?${CONVERSATION}=${id}`;
