// What only customers need to bid, in one script.
export { BidBar } from "./bid-bar.tsx";
export { BidForm, LastBid } from "./bid-form.tsx";
