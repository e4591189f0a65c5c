import { Attachments } from './Attachments.tsx';
import { filesAnswered } from './files-answered.ts';
import { uploadedItem } from './use-uploads.ts';

/** The files of a field in the details of a row. */
export const FilesValue = ({ title, value }: { title: string; value: unknown }) => (
  <Attachments items={filesAnswered(value).map(uploadedItem)} label={title} />
);
