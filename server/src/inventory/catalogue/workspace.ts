/** Makes an array. It may have leftovers in it, so the caller writes each element. */
export type MakeInts = (length: number) => Int32Array;

/** All arrays start at a multiple of this, as arrays of 64-bit numbers must. */
const ALIGNED = 8;

/**
 * Memory for the arrays of one search, reused by the next. If each search over a million units had
 * new ones, the garbage collector would stop the process after every few, for up to 20 ms.
 */
export class Workspace {
  #memory = new ArrayBuffer(0);
  #used = 0;
  #most = 0;

  get bytes(): number {
    return this.#memory.byteLength;
  }

  /** Bytes in use. */
  get used(): number {
    return this.#used;
  }

  /** Ends the use of all arrays, and makes room for as many bytes as were in use at once. */
  clear(): void {
    if (this.#most > this.bytes) this.#memory = new ArrayBuffer(this.#most);
    this.#used = 0;
  }

  /** Ends the use of the arrays that were made since `used` was this. */
  clearFrom(used: number): void {
    this.#used = used;
  }

  readonly ints: MakeInts = (length) =>
    new Int32Array(...this.#room(length * Int32Array.BYTES_PER_ELEMENT), length);

  readonly floats = (length: number): Float64Array =>
    new Float64Array(...this.#room(length * Float64Array.BYTES_PER_ELEMENT), length);

  readonly shorts = (length: number): Uint16Array =>
    new Uint16Array(...this.#room(length * Uint16Array.BYTES_PER_ELEMENT), length);

  /** Returns a place for so many bytes: in new memory if the kept one is full. */
  #room(bytes: number): [memory: ArrayBuffer, at: number] {
    const at = this.#used;
    this.#used += Math.ceil(bytes / ALIGNED) * ALIGNED;
    this.#most = Math.max(this.#most, this.#used);
    return this.#used <= this.bytes ? [this.#memory, at] : [new ArrayBuffer(bytes), 0];
  }
}
