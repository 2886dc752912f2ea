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
/** Characters that a page must have before browsers start to render it. */
const PAGE_BEGINS_AFTER = 1_024;
const MAX_CALLBACK_LENGTH = 32;

const plainStyles = {
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

/** Transports that call a function of the page with each frame. */
const callingStyles = {
  jsonp: (callback) => ({
    contentType: javascript,
    // The comment keeps callers from choosing how a response begins, and so its apparent type.
    wrap: (frame) => `/**/${callback}(${scriptText(frame)});\r\n`,
    streaming: false,
  }),
  htmlfile: (callback) => ({
    contentType: "text/html; charset=UTF-8",
    prelude: `${pageHead(callback).padEnd(PAGE_BEGINS_AFTER)}\r\n\r\n`,
    wrap: (frame) => `<script>\np(${scriptText(frame)});\n</script>\r\n`,
    streaming: true,
  }),
} as const satisfies Record<string, (callback: string) => ReaderStyle>;

export type ReaderTransport = keyof typeof plainStyles | keyof typeof callingStyles;

/** Returns a transport's style for the request's URL, or what is wrong with the URL. */
export function readerStyle(
  transport: ReaderTransport,
  url: string | undefined,
): ReaderStyle | { readonly fault: string } {
  if (transport !== "jsonp" && transport !== "htmlfile") return plainStyles[transport];
  const callback = readCallback(url);
  return "fault" in callback ? callback : callingStyles[transport](callback.name);
}

function readCallback(url: string | undefined): { name: string } | { fault: string } {
  const named = new URLSearchParams(url?.split("?").slice(1).join("?")).getAll("c");
  const [name] = named;
  if (name === undefined || name === "") return { fault: '"callback" parameter required' };
  const isName = /^[a-z_]\w*(?:\.[a-z_]\w*)*$/i.test(name) && name.length <= MAX_CALLBACK_LENGTH;
  return isName && named.length === 1 ? { name } : { fault: 'invalid "callback" parameter' };
}

/** Builds the head of the htmlfile page. The SockJS protocol prescribes every character. */
function pageHead(callback: string): string {
  return `<!doctype html>
<html><head>
  <meta http-equiv="X-UA-Compatible" content="IE=edge" />
  <meta http-equiv="Content-Type" content="text/html; charset=UTF-8" />
</head><body><h2>Don't panic!</h2>
  <script>
    document.domain = document.domain;
    var c = parent.${callback};
    c.start();
    function p(d) {c.message(d);};
    window.onload = function() {c.stop();};
  </script>`;
}

/** Encodes a text as a JavaScript string, also safe inside a page's script element. */
function scriptText(frame: string): string {
  return JSON.stringify(frame).replaceAll(
    /[<\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function percentEscape(char: string): string {
  return `%${char.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`;
}
