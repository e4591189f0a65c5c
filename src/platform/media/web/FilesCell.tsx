import { CustomerServiceOutlined, FilePdfOutlined } from '@ant-design/icons';
import { MEDIA } from '../attachments.ts';
import type { Attachment } from '../contract/media.ts';
import { filesAnswered } from './files-answered.ts';
import { Thumbnail } from './Thumbnail.tsx';
import { usePlayable } from './use-playable.ts';
import styles from './attachments.module.css';

/** Pictures that a cell shows; the number of the others follows. */
const SHOWN = 3;

function Small({ file: { file_id, play_url, thumb_url, media_name } }: { file: Attachment }) {
  const { src, onError } = usePlayable({ fileId: file_id, url: play_url });
  return (
    <span className={styles.small} role="img" aria-label={media_name}>
      <Thumbnail thumb={thumb_url} src={src} onError={onError} />
    </span>
  );
}

/** Files in one line: small pictures, else the name of the first one. */
export function FilesCell({ value }: { value: unknown; text: string }) {
  const files = filesAnswered(value);
  const pictures = files.filter(({ media_type }) => media_type === MEDIA.image).slice(0, SHOWN);
  const [other] = files.filter(({ media_type }) => media_type !== MEDIA.image);
  const left = files.length - pictures.length - (other ? 1 : 0);
  return (
    <span className={styles.cell}>
      {pictures.map((file) => (
        <Small key={file.file_id} file={file} />
      ))}
      {other && (
        <span className={styles.name}>
          {other.media_type === MEDIA.audio ? <CustomerServiceOutlined aria-hidden /> : <FilePdfOutlined aria-hidden />}{' '}
          {other.media_name}
        </span>
      )}
      {left > 0 && <span className={styles.hint}>+{left}</span>}
    </span>
  );
}
