declare module "saxen" {
  type Attributes = Readonly<Record<string, string>>;
  type Decode = (text: string) => string;
  /** A listener may throw; `parse` then throws the same. */
  export class Parser {
    on(
      event: "openTag",
      listener: (name: string, attributes: () => Attributes, decode: Decode) => void,
    ): this;
    on(event: "closeTag", listener: (name: string) => void): this;
    on(event: "text", listener: (text: string, decode: Decode) => void): this;
    on(event: "cdata", listener: (text: string) => void): this;
    on(event: "error", listener: (error: Error) => void): this;
    parse(xml: string): Error | null;
  }
}
