import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describeFigure, type Figure } from '../../charts/figure.ts';
import { root } from '../../runtime/server/root.ts';

/** A table with a heading row. */
export interface PrintedTable {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Every column but the first holds numbers, which are aligned to the right. */
  isNumeric?: boolean;
}

/** A part of a document; what is left out is not printed. The order is that of the fields. */
export interface PrintedSection {
  /** Empty for a part without a heading. */
  title: string;
  /** Paragraphs of text. */
  text?: readonly string[];
  chart?: Figure;
  table?: PrintedTable;
  /** Labels beside values. */
  rows?: readonly (readonly [label: string, value: string])[];
  /** Pairs of label and value side by side; 1 where absent. */
  columns?: 1 | 2;
  /** Lines to sign on. */
  signatures?: readonly string[];
}

/** A document to print. */
export interface PrintedDocument {
  title: string;
  about: string;
  sections: readonly PrintedSection[];
  /** Footer of every page. */
  foot: string;
  /** Lines behind the text of every page, as on the screen. */
  watermark?: readonly string[] | undefined;
  /** Second line of the footer: the code of the file (`markFoot`). */
  mark?: string;
}

const FONTS = path.join(root, 'node_modules/@expo-google-fonts/noto-sans-sc');
const FACES = ['400Regular/NotoSansSC_400Regular.ttf', '700Bold/NotoSansSC_700Bold.ttf'];

/** The template. User input is passed as data and is never parsed as markup. */
const TEMPLATE = `
#let data = json(bytes(sys.inputs.data))
#set document(title: data.title)
#set page(paper: "a4", margin: (x: 2cm, y: 2.2cm), footer: context [
  #set text(8pt, fill: luma(110))
  #data.foot #h(1fr) #counter(page).display("1 / 1", both: true)
  #if "mark" in data [#linebreak() #text(7pt, data.mark)]
], background: if "watermark" in data {
  let mark = rotate(-24deg, text(12pt, fill: luma(228), data.watermark.join("\n")))
  grid(columns: (1fr,) * 3, rows: (1fr,) * 5, align: center + horizon, ..(mark,) * 15)
})
#set text(font: "Noto Sans SC", size: 10.5pt, lang: "zh", region: "cn")
#set par(leading: 0.75em)
#text(18pt, weight: "bold", data.title)
#v(-0.4em)
#text(fill: luma(90), data.about)
#let line = 0.5pt + luma(200)
#let cells(rows) = rows.map(row => row.map(cell => text(cell))).flatten()
#for section in data.sections {
  v(0.8em)
  let opening = [
    #if section.title != "" [
      #text(13pt, weight: "bold", section.title)
      #v(-0.3em)
    ]
    #for words in section.at("text", default: ()) { par(text(words)) }
    #if "chart" in section {
      image(bytes(section.chart.svg), format: "svg", width: 100%, alt: section.chart.alt)
    }
  ]
  // A chart stays with its title and words.
  if "chart" in section { block(breakable: false, opening) } else { block(sticky: "text" not in section, opening) }
  if "table" in section {
    let columns = (auto,) + (1fr,) * (section.table.head.len() - 1)
    let numeric = section.table.at("isNumeric", default: false)
    table(columns: columns, stroke: line, inset: 6pt, align: (x, _) => if numeric and x > 0 { right } else { left },
      table.header(..section.table.head.map(cell => table.cell(fill: luma(245), text(weight: "bold", cell)))),
      ..cells(section.table.rows))
  }
  if "rows" in section {
    let pairs = section.at("columns", default: 1)
    let widths = if pairs == 1 { (3.6cm, 1fr) } else { (2.6cm, 1fr) * pairs }
    let rest = calc.rem(pairs - calc.rem(section.rows.len(), pairs), pairs)
    table(columns: widths, stroke: line, inset: 7pt, fill: (x, _) => if calc.even(x) { luma(245) },
      ..cells(section.rows), ..([],) * (rest * 2))
  }
  if "signatures" in section {
    v(1.6em)
    grid(columns: (1fr,) * calc.min(2, section.signatures.len()), column-gutter: 1.5cm, row-gutter: 1.4cm,
      ..section.signatures.map(name => block(breakable: false)[
        #text(name)：#box(width: 1fr, stroke: (bottom: 0.6pt), outset: (bottom: 2pt))[]
      ]))
  }
}
`;

type Writer = (document: PrintedDocument) => Uint8Array;

/** Loads the compiler and the charts, which a server needs only when it writes a document. */
async function newWriter(): Promise<Writer> {
  const [{ NodeCompiler }, { drawFigure }] = await Promise.all([
    import('@myriaddreamin/typst-ts-node-compiler'),
    import('../../charts/server/draw-figure.ts'),
  ]);
  const fonts = await Promise.all(FACES.map((face) => readFile(path.join(FONTS, face))));
  const compiler = NodeCompiler.create({ fontArgs: [{ fontBlobs: fonts }] });
  const drawn = ({ chart, ...section }: PrintedSection) => ({
    ...section,
    ...(chart && { chart: { svg: drawFigure(chart), alt: describeFigure(chart) } }),
  });
  return (document) => {
    const data = JSON.stringify({ ...document, sections: document.sections.map(drawn) });
    const pdf = compiler.pdf({ mainFileContent: TEMPLATE, inputs: { data } });
    // Drops the data of the document from the compiler's cache.
    compiler.evictCache(0);
    return pdf;
  };
}

/** Held weakly: its fonts take memory that an idle process gets back. */
let recent: WeakRef<Writer> | undefined;

/** Writes documents as PDF files with the needed part of the Chinese fonts embedded. Takes a few milliseconds per page. */
export async function pdfWriter(): Promise<Writer> {
  const known = recent?.deref();
  if (known) return known;
  const writer = await newWriter();
  recent = new WeakRef(writer);
  return writer;
}
