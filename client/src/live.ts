import {
  auctionsTopic,
  controlTopic,
  pricesTopic,
  questionsTopic,
  userQueue,
} from "@gavelyard/contract/topics";
import type {
  AuctionMessage,
  ChangeMessage,
  LotMessage,
  PricesMessage,
  UserEvent,
} from "@gavelyard/contract/realtime";
import { unawaited } from "@gavelyard/domain/unawaited";
import type { Client, StompSubscription } from "@stomp/stompjs";
import { LotStream, type ObserveServerTime } from "./lot-stream.ts";
import { Announcements, ofType, type Topic } from "./topic.ts";

/** State of the live connection. `failed`: no attempts are left; a page then polls. */
export type ConnectionState = "idle" | "connecting" | "open" | "waiting" | "failed";

/** Delays before each reconnection, in ms (section 9, D32). */
const reconnectDelaysMs = [1_000, 2_000, 4_000, 8_000, 16_000] as const;
const HEARTBEAT_MS = 4_000;
/** Timeout of a connection attempt, in ms. */
const ANSWER_WITHIN_MS = 10_000;
/** A connection that lasted this long resets the count of attempts, in ms. */
const LASTED_MS = 10_000;
/** How long an unused connection is kept for the next page that needs one, in ms. */
const LINGER_MS = 5_000;

const isUserEvent = ofType<UserEvent>({
  OUTBID: true,
  LEADING: true,
  WON: true,
  LOST: true,
  LIMIT_CHANGED: true,
  REQUEST_DECIDED: true,
  PERMISSIONS_CHANGED: true,
  QUESTION: true,
  NOTICE: true,
});
const isChangeMessage = ofType<ChangeMessage>({ CHANGED: true });
const isPricesMessage = ofType<PricesMessage>({ PRICES: true });
const isAuctionMessage = ofType<AuctionMessage>({ LOT_CLOSED: true, STATUS: true });

export interface LiveOptions {
  readonly url: string;
  readonly token: () => string | null;
  /** Language of the server's messages; English by default. */
  readonly language?: string;
  /** Refreshes an expired token; returns whether it worked. */
  readonly refresh: () => Promise<boolean>;
  /** Called with the message to show to the user (section 8). */
  readonly onProblem?: ((title: string) => void) | undefined;
  readonly onState?: ((state: ConnectionState) => void) | undefined;
  /** Keeps retrying at the longest delay, for unattended programs. */
  readonly keepTrying?: boolean;
  /** Awaited before each attempt. */
  readonly ready?: () => Promise<void>;
  readonly observeServerTime?: ObserveServerTime;
}

export class Live {
  readonly #options: LiveOptions;
  readonly #topics = new Map<string, Topic>();
  readonly #lots = new Map<number, LotStream>();
  readonly #user = new Announcements<UserEvent>(userQueue, isUserEvent);
  readonly #auctions = new Announcements<AuctionMessage>(auctionsTopic, isAuctionMessage);
  readonly #prices = new Announcements<PricesMessage>(pricesTopic, isPricesMessage);
  readonly #subscriptions = new Map<Topic, StompSubscription>();
  #state: ConnectionState = "idle";
  #client: Client | null = null;
  #token: string | null = null;
  /**
   * Number of the latest attempt; a caller that finds another number after an await was superseded.
   */
  #run = 0;
  #attempts = 0;
  #openedAtMs: number | null = null;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #lingerTimer: ReturnType<typeof setTimeout> | undefined;
  #heartbeatAtMs = 0;
  #refused: { readonly code: string | undefined; readonly message: string } | null = null;
  #renewed = false;

  constructor(options: LiveOptions) {
    this.#options = options;
    if (typeof window === "undefined") return;
    const again = () => {
      if (this.#state === "failed" || this.#state === "waiting") this.#restart();
    };
    window.addEventListener("online", again);
    window.addEventListener("focus", again);
  }

  readonly state = (): ConnectionState => this.#state;

  /**
   * Subscribes to a lot: the handler gets its state first, then each row once and in order. Returns
   * a function to unsubscribe.
   */
  subscribeLot(inventoryId: number, handler: (message: LotMessage) => void): () => void {
    let lot = this.#lots.get(inventoryId);
    if (lot === undefined) {
      lot = new LotStream(inventoryId, this.#options.observeServerTime);
      this.#lots.set(inventoryId, lot);
    }
    const stop = this.#listen(lot, lot.handlers, handler);
    return () => {
      stop();
      // A later subscriber needs the state, not the rows since then.
      if (lot.handlers.size === 0 && this.#lots.get(inventoryId) === lot)
        this.#lots.delete(inventoryId);
    };
  }

  subscribeUser(handler: (event: UserEvent) => void): () => void {
    return this.#listen(this.#user, this.#user.handlers, handler);
  }

  subscribeAuctions(handler: (message: AuctionMessage) => void): () => void {
    return this.#listen(this.#auctions, this.#auctions.handlers, handler);
  }

  /** The handler gets what changed lately, then each lot that changes, a few messages a second. */
  subscribePrices(handler: (message: PricesMessage) => void): () => void {
    return this.#listen(this.#prices, this.#prices.handlers, handler);
  }

  /** For staff only. */
  subscribeControl(auctionId: number, handler: () => void): () => void {
    return this.#listenForChanges(controlTopic(auctionId), handler);
  }

  subscribeQuestions(inventoryId: number, handler: () => void): () => void {
    return this.#listenForChanges(questionsTopic(inventoryId), handler);
  }

  /** Reconnects when the session's token has changed, or when the connection is down. */
  sessionChanged(): void {
    const isOther = this.#client !== null && this.#token !== this.#options.token();
    if (isOther || this.#state === "waiting" || this.#state === "failed") this.#restart();
  }

  close(): void {
    for (const { handlers } of this.#topics.values()) handlers.clear();
    this.#topics.clear();
    this.#lots.clear();
    this.#stop();
  }

  #listenForChanges(destination: string, handler: () => void): () => void {
    const topic = new Announcements<ChangeMessage>(destination, isChangeMessage);
    return this.#listen(topic, topic.handlers, handler);
  }

  #listen<T>(topic: Topic, handlers: Set<(message: T) => void>, handler: (message: T) => void) {
    // Wrap the handler, so that the same function can subscribe twice.
    const own = (message: T) => handler(message);
    handlers.add(own);
    clearTimeout(this.#lingerTimer);
    this.#topics.set(topic.destination, topic);
    if (this.#state === "idle") unawaited(this.#connect());
    else if (topic.opensWithState || !this.#subscriptions.has(topic)) this.#subscribe(topic);
    return () => {
      if (!handlers.delete(own) || handlers.size > 0) return;
      this.#topics.delete(topic.destination);
      this.#unsubscribe(topic);
      if (this.#topics.size > 0) return;
      this.#lingerTimer = setTimeout(() => this.#stop(), LINGER_MS);
    };
  }

  #subscribe(topic: Topic): void {
    this.#unsubscribe(topic);
    const client = this.#client;
    if (client?.connected !== true) return;
    if (topic.destination === userQueue && this.#token === null) return;
    const onMessage = ({ body }: { readonly body: string }) => {
      this.#heartbeatWhileHidden(client);
      const message: unknown = JSON.parse(body);
      if (topic.take(message) === "gap") this.#subscribe(topic);
    };
    this.#subscriptions.set(
      topic,
      client.subscribe(topic.destination, onMessage, { ...topic.ask() }),
    );
  }

  #unsubscribe(topic: Topic): void {
    const subscription = this.#subscriptions.get(topic);
    this.#subscriptions.delete(topic);
    if (this.#client?.connected === true) subscription?.unsubscribe();
  }

  async #connect(): Promise<void> {
    const run = ++this.#run;
    this.#set("connecting");
    await this.#options.ready?.();
    const libraries = await Promise.all([import("@stomp/stompjs"), import("sockjs-client")]).catch(
      () => null,
    );
    if (run !== this.#run) return;
    if (libraries === null) return this.#retry();
    const [{ Client: StompClient }, { default: SockJS }] = libraries;
    const token = this.#options.token();
    const client = new StompClient({
      webSocketFactory: () => new SockJS(this.#options.url),
      connectHeaders: {
        "accept-language": this.#options.language ?? "en",
        ...(token !== null && { Authorization: `Bearer ${token}` }),
      },
      heartbeatIncoming: HEARTBEAT_MS,
      heartbeatOutgoing: HEARTBEAT_MS,
      connectionTimeout: ANSWER_WITHIN_MS,
      reconnectDelay: 0,
      onConnect: () => this.#opened(client),
      onStompError: ({ headers }) => {
        if (this.#client === client)
          this.#refused = {
            code: headers["code"],
            message: headers["message"] ?? "",
          };
      },
      onHeartbeatReceived: () => this.#heartbeatWhileHidden(client),
      onWebSocketClose: (event: { readonly wasClean?: boolean }) =>
        this.#lost(client, event.wasClean === true),
    });
    this.#token = token;
    this.#client = client;
    client.activate();
  }

  #opened(client: Client): void {
    if (this.#client !== client) return;
    this.#openedAtMs = Date.now();
    this.#set("open");
    for (const topic of this.#topics.values()) this.#subscribe(topic);
  }

  #lost(client: Client, wasClean: boolean): void {
    if (this.#client !== client) return;
    const refused = this.#refused;
    if (this.#openedAtMs !== null && Date.now() - this.#openedAtMs >= LASTED_MS) {
      this.#attempts = 0;
      this.#renewed = false;
    }
    this.#disconnect();
    if (this.#topics.size === 0) return this.#stop();
    // Earlier versions of the server send no code.
    if (refused?.code?.startsWith("token-") ?? /token/i.test(refused?.message ?? "")) {
      unawaited(this.#renew());
      return;
    }
    if (refused !== null) this.#options.onProblem?.(`STOMP Error: ${refused.message}`);
    // SockJS reports socket errors only as an unclean close. Report the first one; the connection
    // is retried.
    else if (!wasClean && this.#attempts === 0) this.#options.onProblem?.("WebSocket error");
    this.#retry();
  }

  /** Sends heartbeats on incoming messages in hidden tabs, where browsers throttle timers. */
  #heartbeatWhileHidden(client: Client): void {
    const isHidden = typeof document !== "undefined" && document.hidden;
    if (!isHidden || !client.connected || Date.now() - this.#heartbeatAtMs < HEARTBEAT_MS / 2)
      return;
    this.#heartbeatAtMs = Date.now();
    client.webSocket?.send("\n");
  }

  /**
   * Refreshes the token and reconnects at once; a second rejection in a row waits for the normal
   * delay.
   */
  async #renew(): Promise<void> {
    const run = ++this.#run;
    this.#set("waiting");
    // An HTTP call may have refreshed it already.
    const isOld = this.#token === this.#options.token();
    const worked = !isOld || (await this.#options.refresh().catch(() => false));
    if (run !== this.#run) return;
    if (!worked || this.#renewed) return this.#retry();
    this.#renewed = true;
    await this.#connect();
  }

  #retry(): void {
    const { length } = reconnectDelaysMs;
    const attempt = this.#options.keepTrying
      ? Math.min(this.#attempts, length - 1)
      : this.#attempts;
    const delayMs = reconnectDelaysMs[attempt];
    if (delayMs === undefined) {
      this.#set("failed");
      this.#options.onProblem?.(
        "WebSocket connection failed. Please ensure the backend server is running.",
      );
      return;
    }
    this.#attempts += 1;
    this.#set("waiting");
    this.#retryTimer = setTimeout(() => unawaited(this.#connect()), delayMs);
  }

  #restart(): void {
    this.#stop();
    if (this.#topics.size > 0) unawaited(this.#connect());
  }

  #stop(): void {
    this.#run += 1;
    this.#attempts = 0;
    this.#renewed = false;
    this.#disconnect();
    this.#set("idle");
  }

  #disconnect(): void {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#lingerTimer);
    const client = this.#client;
    this.#client = null;
    this.#openedAtMs = null;
    this.#refused = null;
    this.#subscriptions.clear();
    unawaited(client?.deactivate());
  }

  #set(state: ConnectionState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#options.onState?.(state);
  }
}
