import { PictureOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { Attachment } from '../../../media/contract/media.ts';
import { filesAnswered } from '../../../media/web/files-answered.ts';
import { Thumbnail } from '../../../media/web/Thumbnail.tsx';
import { usePlayable } from '../../../media/web/use-playable.ts';
import { rowId } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import { filesKeyOf } from '../../../schema/file-fields.ts';
import type { ViewProps } from './content-props.ts';
import { titleOfRow } from './RowCard.tsx';
import styles from './shown-as.module.css';

function Picture({ file: { file_id, play_url, thumb_url } }: { file: Attachment }) {
  const { src, onError } = usePlayable({ fileId: file_id, url: play_url });
  return <Thumbnail thumb={thumb_url} src={src} onError={onError} />;
}

type TileProps = Pick<ViewProps, 'entity' | 'view' | 'acts' | 'onShow'> & { row: Row };

/** A row as its first picture with its name below; both open the details. */
function Tile({ entity, view, row, acts, onShow }: TileProps) {
  const { t } = useTranslation();
  const pictures = filesAnswered(row[filesKeyOf(view.by ?? '')]);
  const [first] = pictures;
  return (
    <li className={styles.tile}>
      <button type="button" className={styles.open} onClick={() => onShow(row)}>
        <span className={styles.shot}>
          {first ? <Picture key={first.file_id} file={first} /> : <PictureOutlined aria-hidden />}
          {pictures.length > 1 && (
            <span className={styles.number} aria-label={t('crud.shownAs.pictures', { count: pictures.length })}>
              {pictures.length}
            </span>
          )}
        </span>
        <span className={styles.caption}>{titleOfRow({ entity, view }, row)}</span>
      </button>
      <div className={styles.acts}>{acts?.(row)}</div>
    </li>
  );
}

/** The rows of the page as pictures beside each other. */
export function GalleryView({ rows, ...props }: ViewProps & { rows: readonly Row[] }) {
  return (
    <ul className={styles.pictures}>
      {rows.map((row) => (
        <Tile key={rowId(props.entity.schema, row)} {...props} row={row} />
      ))}
    </ul>
  );
}
