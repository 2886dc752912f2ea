/** Which page of a list was asked for, from 0. */
export interface PageAsked {
  readonly page: number;
  readonly size: number;
}

/** One page of a list that can grow without bound, as the wire has it (D11). */
export function pageOf<T>(content: readonly T[], total: number, { page, size }: PageAsked) {
  return {
    content: [...content],
    totalElements: total,
    totalPages: Math.ceil(total / size),
    number: page,
    size,
  };
}
