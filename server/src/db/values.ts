/** Collects the values of a statement, and numbers them `$n`. */
export class Values<Value = unknown> {
  readonly list: Value[] = [];

  add(value: Value): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}
