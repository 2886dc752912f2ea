/** What is wrong with a file, told to whoever handed it in. */
export class TableFault extends Error {
  override readonly name = "TableFault";
}
