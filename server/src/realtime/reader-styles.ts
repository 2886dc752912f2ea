/** How an HTTP transport writes a SockJS frame, and whether its response stays open after it. */
export type ReaderStyle = {
  readonly contentType: string;
  readonly wrap: (frame: string) => string;
} & (
  | { readonly streaming: false }
  | {
      readonly streaming: true;
      readonly prelude: string;
    }
);

const javascript = "application/javascript; charset=UTF-8";

export const readerStyles = {
  xhr: { contentType: javascript, wrap: (frame) => `${frame}\n`, streaming: false },
  xhr_streaming: {
    contentType: javascript,
    prelude: `${"h".repeat(2048)}\n`,
    wrap: (frame) => `${frame}\n`,
    streaming: true,
  },
  eventsource: {
    contentType: "text/event-stream",
    prelude: "\r\n",
    wrap: (frame) => `data: ${frame.replaceAll(/[%\r\n\0]/g, percentEscape)}\r\n\r\n`,
    streaming: true,
  },
} as const satisfies Record<string, ReaderStyle>;

function percentEscape(char: string): string {
  return `%${char.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`;
}
