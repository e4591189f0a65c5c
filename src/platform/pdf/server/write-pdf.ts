import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../runtime/server/root.ts';

/** A document to print: pages of tables with headings. */
export interface PrintedDocument {
  title: string;
  about: string;
  sections: readonly { title: string; rows: readonly (readonly [label: string, value: string])[] }[];
  /** Footer of every page. */
  foot: string;
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
])
#set text(font: "Noto Sans SC", size: 10.5pt, lang: "zh", region: "cn")
#set par(leading: 0.75em)
#text(18pt, weight: "bold", data.title)
#v(-0.4em)
#text(fill: luma(90), data.about)
#for section in data.sections {
  v(0.8em)
  text(13pt, weight: "bold", section.title)
  v(-0.3em)
  table(columns: (3.6cm, 1fr), stroke: 0.5pt + luma(200), inset: 7pt, fill: (x, _) => if x == 0 { luma(245) },
    ..section.rows.map(row => row.map(cell => text(cell))).flatten())
}
`;

/** Writes documents as PDF files with the needed part of the Chinese fonts embedded. Takes a few milliseconds per page. */
export async function pdfWriter(): Promise<(document: PrintedDocument) => Uint8Array> {
  const { NodeCompiler } = await import('@myriaddreamin/typst-ts-node-compiler');
  const fonts = await Promise.all(FACES.map((face) => readFile(path.join(FONTS, face))));
  const compiler = NodeCompiler.create({ fontArgs: [{ fontBlobs: fonts }] });
  return (document) => {
    const pdf = compiler.pdf({ mainFileContent: TEMPLATE, inputs: { data: JSON.stringify(document) } });
    // Drops the data of the document from the compiler's cache.
    compiler.evictCache(0);
    return pdf;
  };
}
