/** Formats of files, as `x-formats` names them. */
export const FILE_FORMATS = ['png', 'jpeg', 'mp3', 'pdf'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];
