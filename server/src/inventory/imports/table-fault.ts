/** Thrown for a file that can't be imported. The message is shown to the uploader. */
export class TableFault extends Error {
  override readonly name = "TableFault";
}
