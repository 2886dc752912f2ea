/** How one HTTP transport writes a SockJS frame and whether its answer goes on after it. */
export type ReaderStyle = {
  readonly contentType: string;
  readonly wrap: (frame: string) => string;
} & (
  | { readonly streaming: false }
  | {
      readonly streaming: true;
      /** What an answer begins with, before its first frame. */
      readonly prelude: string;
    }
);

const javascript = "application/javascript; charset=UTF-8";
/** Browsers show nothing of a page before they have this much of it, in characters. */
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

/** These call a function of the page with each frame. */
const callingStyles = {
  jsonp: (callback) => ({
    contentType: javascript,
    // The comment keeps the answer from being a file of another kind that begins as its asker likes.
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

/** The transports by which a client reads over HTTP. */
export type ReaderTransport = keyof typeof plainStyles | keyof typeof callingStyles;

/** How a transport writes the answer to the request of this address, or what is wrong with that. */
export function readerStyle(
  transport: ReaderTransport,
  url: string | undefined,
): ReaderStyle | { readonly fault: string } {
  if (transport !== "jsonp" && transport !== "htmlfile") return plainStyles[transport];
  const callback = readCallback(url);
  return "fault" in callback ? callback : callingStyles[transport](callback.name);
}

/** The function of the page that a request names. */
function readCallback(url: string | undefined): { name: string } | { fault: string } {
  const named = new URLSearchParams(url?.split("?").slice(1).join("?")).getAll("c");
  const [name] = named;
  if (name === undefined || name === "") return { fault: '"callback" parameter required' };
  const isName = /^[a-z_]\w*(?:\.[a-z_]\w*)*$/i.test(name) && name.length <= MAX_CALLBACK_LENGTH;
  return isName && named.length === 1 ? { name } : { fault: 'invalid "callback" parameter' };
}

/** A page that tells the page around it what comes; SockJS's protocol has its every character. */
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

/** A text as scripts write it, also in a page, where `</script>` in it would end the script. */
function scriptText(frame: string): string {
  return JSON.stringify(frame).replaceAll(
    /[<\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function percentEscape(char: string): string {
  return `%${char.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`;
}
