import { english, type Message } from "@gavelyard/messages/text";

/** Thrown for a file that can't be used. Its message is shown to the uploader. */
export class FileFault extends Error {
  override readonly name = "FileFault";
  readonly said: Message;

  constructor(said: Message) {
    super(english(said));
    this.said = said;
  }
}
