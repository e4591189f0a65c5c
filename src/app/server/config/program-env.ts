/** The environment of a program that this process starts, with variables of its own. */
export const programEnv = (own: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({ ...process.env, ...own });
