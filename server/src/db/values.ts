/** The values of a statement; each gets its `$n`. */
export class Values<Value = unknown> {
  readonly list: Value[] = [];

  add(value: Value): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}
