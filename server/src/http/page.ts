/** A requested page, from 0. */
export interface PageAsked {
  readonly page: number;
  readonly size: number;
}

/** Returns one page of a list of any length, in the wire format (D11). */
export function pageOf<T>(content: readonly T[], total: number, { page, size }: PageAsked) {
  return {
    content: [...content],
    totalElements: total,
    totalPages: Math.ceil(total / size),
    number: page,
    size,
  };
}
