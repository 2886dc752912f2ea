/** What is wrong with a file, told to the person who uploaded it. */
export class TableFault extends Error {
  override readonly name = "TableFault";
}
