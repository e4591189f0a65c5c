import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Picture } from '../../media/web/Picture.tsx';
import { useSettledWidth } from '../../media/web/use-settled-width.ts';
import { isOwnPath, isSafeHref, type Block, type RichText, type Inline, type ListItem } from '../rich-text.ts';
import styles from './document.module.css';

/** A link as far as it may be followed; the words alone otherwise. */
function SafeLink({ href, children }: { href: string; children: ReactNode }) {
  if (!isSafeHref(href)) return children;
  return isOwnPath(href) ? (
    <Link to={href}>{children}</Link>
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function Words({ node }: { node: Inline }) {
  if (node.type !== 'text') return <br />;
  return (node.marks ?? []).reduce<ReactNode>((inner, mark) => {
    if (mark.type === 'bold') return <strong>{inner}</strong>;
    if (mark.type === 'italic') return <em>{inner}</em>;
    return <SafeLink href={mark.href}>{inner}</SafeLink>;
  }, node.text);
}

const words = (content: readonly Inline[] = []) => content.map((node, i) => <Words key={i} node={node} />);

interface Pictures {
  /** Addresses of pictures, by the id of their file. */
  addresses: ReadonlyMap<string, string>;
  onFailed: () => void;
}
/** Sizes are those of the longer side: a photograph held upright is so much higher than wide. */
const TALLEST = 1.5;
/** With the width of the text in CSS pixels. */
type SizedPictures = Pictures & { width: number };

const Items = ({ items, pictures }: { items: readonly ListItem[]; pictures: SizedPictures }) =>
  items.map(({ content }, i) => (
    <li key={i}>
      {content.map((part, k) => (
        <Fragment key={k}>
          {part.type === 'paragraph' ? <p>{words(part.content)}</p> : <Part node={part} pictures={pictures} />}
        </Fragment>
      ))}
    </li>
  ));

function Part({ node, pictures }: { node: Block; pictures: SizedPictures }): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return <p>{words(node.content)}</p>;
    case 'heading':
      return node.attrs.level === 2 ? <h2>{words(node.content)}</h2> : <h3>{words(node.content)}</h3>;
    case 'bulletList':
      return (
        <ul>
          <Items items={node.content} pictures={pictures} />
        </ul>
      );
    case 'orderedList':
      return (
        <ol>
          <Items items={node.content} pictures={pictures} />
        </ol>
      );
    case 'blockquote':
      return (
        <blockquote>
          {node.content.map((part, i) => (
            <p key={i}>{words(part.content)}</p>
          ))}
        </blockquote>
      );
    case 'image': {
      const src = pictures.addresses.get(node.attrs.file_id);
      return src === undefined ? null : (
        <Picture src={src} width={pictures.width * TALLEST} alt={node.attrs.alt} onError={pictures.onFailed} />
      );
    }
    default:
      return null;
  }
}

/** A document as elements: every word is text, so that nothing in it can act. */
export function DocumentView({ document, ...pictures }: { document: RichText } & Pictures) {
  const [text, width] = useSettledWidth<HTMLDivElement>();
  return (
    <div ref={text} className={styles.document}>
      {document.content.map((node, i) => (
        <Part key={i} node={node} pictures={{ ...pictures, width }} />
      ))}
    </div>
  );
}
