/** The text of a source file. */
declare module '*.ts?raw' {
  const text: string;
  export default text;
}
