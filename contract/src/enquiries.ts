import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { personName, phoneNumber } from "./sign-in/sign-in.ts";
import {
  dollars,
  done,
  email,
  id,
  idParam,
  inCents,
  instant,
  line,
  page,
  pageQuery,
  text,
} from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { routes } from "./routes.ts";
import { laterRoutes } from "./later-routes.ts";

const budget = inCents(z.number().min(0).max(10_000_000));

/** A field that only bots see and fill in. They get a normal response, and nothing is sent. */
const honeypot = z.string().max(200).default("");

export const sendContact = endpoint(routes.sendContact, {
  tag: "Contact",
  summary: "Send a message to the site; emailed only to its own address (D15)",
  access: "public",
  input: "anywhere",
  body: z.object({
    name: personName,
    email,
    subject: line(0, 120).default(""),
    message: text(1, 5_000),
    website: honeypot,
  }),
  response: done,
  errors: [429],
});

export const submitLead = endpoint(routes.submitLead, {
  tag: "Contact",
  summary: "Send a lead with a budget",
  access: "public",
  input: "anywhere",
  body: z
    .object({
      fullName: personName,
      email,
      phoneNumber,
      budgetLowerLimit: budget,
      budgetUpperLimit: budget,
      message: text(0, 2_000).default(""),
      website: honeypot,
    })
    .refine(({ budgetLowerLimit, budgetUpperLimit }) => budgetLowerLimit <= budgetUpperLimit, {
      path: ["budgetUpperLimit"],
      message: t("Must not be below the lower limit"),
    }),
  response: done,
  errors: [429],
});

export const enquiry = z
  .object({
    id,
    fullName: z.string(),
    email: z.string(),
    phoneNumber: z.string().nullable(),
    budgetLowerLimit: dollars.nullable(),
    budgetUpperLimit: dollars.nullable(),
    subject: z.string(),
    message: z.string(),
    createdAt: instant,
    handledAt: instant.nullable(),
  })
  .meta({ id: "Enquiry" });
export type Enquiry = z.infer<typeof enquiry>;

const enquirySearch = pageQuery.extend({
  /** Part of the message, or of its sender's name or address. */
  q: line(0, 100).optional(),
  id: idParam.optional(),
});

export const listLeads = endpoint(laterRoutes.listLeads, {
  tag: "Contact",
  summary: "Leads, newest first",
  access: "staff",
  permission: null,
  people: "list",
  query: enquirySearch,
  response: page(enquiry),
});

export const listMessages = endpoint(laterRoutes.listMessages, {
  tag: "Contact",
  summary: "Messages from the contact page, newest first",
  access: "staff",
  permission: null,
  people: "list",
  query: enquirySearch,
  response: page(enquiry),
});

export const handleEnquiry = endpoint(laterRoutes.handleEnquiry, {
  tag: "Contact",
  summary: "Mark a lead or message as handled",
  access: "staff",
  permission: null,
  params: z.object({ id: idParam }),
  response: done,
  errors: [404],
});
