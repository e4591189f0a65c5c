import type { ReactNode } from 'react';
import type { Figure } from '../figure.ts';
import styles from './chart.module.css';

/** What a cell of the table shows in place of its text. Column 0 is the heading of the row. */
export type RenderCell = (key: string, column: number, text: string) => ReactNode;

interface Props {
  figure: Figure;
  renderCell?: RenderCell | undefined;
}

/** The numbers of a figure as a table. */
export const FigureTable = ({ figure: { title, table }, renderCell }: Props) => (
  <div className={styles.scroll}>
    <table className={styles.table}>
      <caption>{title}</caption>
      <thead>
        <tr>
          {table.head.map((text) => (
            <th key={text} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(({ key, cells: [label = '', ...values] }) => (
          <tr key={key}>
            <th scope="row">{renderCell?.(key, 0, label) ?? label}</th>
            {values.map((text, at) => (
              <td key={table.head[at + 1]}>{renderCell?.(key, at + 1, text) ?? text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
