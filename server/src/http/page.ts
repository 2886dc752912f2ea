/** A page number, from 0, and a page size. */
export interface PageRequest {
  readonly page: number;
  readonly size: number;
}

/** Returns one page of a list of any length, in the wire format (D11). */
export function pageOf<T>(content: readonly T[], total: number, { page, size }: PageRequest) {
  return {
    content: [...content],
    totalElements: total,
    totalPages: Math.ceil(total / size),
    number: page,
    size,
  };
}
