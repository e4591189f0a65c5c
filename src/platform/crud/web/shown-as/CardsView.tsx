import { rowId } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import type { ViewProps } from './content-props.ts';
import { RowCard } from './RowCard.tsx';
import styles from './shown-as.module.css';

/** The rows of the page as cards beside each other. */
export function CardsView({ rows, ...props }: ViewProps & { rows: readonly Row[] }) {
  return (
    <ul className={styles.gallery}>
      {rows.map((row) => (
        <RowCard key={rowId(props.entity.schema, row)} {...props} row={row} />
      ))}
    </ul>
  );
}
