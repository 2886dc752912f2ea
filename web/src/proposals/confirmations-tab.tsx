import type { Proposal } from "@gavelyard/contract/proposals";
import { permissionNames } from "@gavelyard/domain/users/permissions";
import { proposalWords } from "@gavelyard/domain/proposal-words";
import { proposalPermissions, refuseKind } from "@gavelyard/domain/proposals";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { t, say } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { Read } from "../api/read.tsx";
import { useSession } from "../session/session.ts";
import { ActionButton } from "../api/action-button.tsx";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Choices } from "../ui/form/choices.tsx";
import { words } from "../ui/text/format.ts";
import { Pagination } from "../ui/list/pagination.tsx";
import { EmptyState } from "../ui/states.tsx";
import { numberOf, useAddress } from "../ui/page/use-address.ts";
import { usePermissions } from "../account/api.ts";
import { proposalsQuery } from "./api.ts";
import { ChangesTable } from "../ui/changes/changes-table.tsx";

/** Proposals that await a second person, and decided ones (D38). */
export default function ConfirmationsTab() {
  const address = useAddress();
  const decided = address.get("view") === "decided";
  const page = numberOf(address.get("page")) ?? 0;
  const query = useQuery(proposalsQuery(useCall(), decided, page));
  const requestedId = numberOf(address.get("proposal"));
  return (
    <>
      <p className="mb-4 max-w-prose text-soft">
        {t(
          "Some actions need a second person. Check the documents before you confirm. We then recheck the action and carry it out in the proposer's name.",
        )}
      </p>
      <Choices
        label={t("Filter confirmations")}
        options={[
          ["pending", t("Waiting")],
          ["decided", t("Decided [proposals]")],
        ]}
        chosen={decided ? "decided" : "pending"}
        to={(value) =>
          address.to({ view: value === "pending" ? null : value, page: null, proposal: null })
        }
      />
      <Read query={query} failure={t("Couldn't load confirmations.")} className="h-96">
        {({ content, totalPages, number }) =>
          content.length === 0 ? (
            <EmptyState title={decided ? t("Nothing decided yet") : t("Nothing to confirm")}>
              {t("Actions that need a second person appear here.")}
            </EmptyState>
          ) : (
            <>
              <div className="grid gap-4">
                {content.map((proposal) => (
                  <ProposalCard
                    key={proposal.id}
                    proposal={proposal}
                    marked={proposal.id === requestedId}
                  />
                ))}
              </div>
              <Pagination page={number} totalPages={totalPages} linkTo={address.toPage} />
            </>
          )
        }
      </Read>
    </>
  );
}

function ProposalCard({ proposal, marked }: { proposal: Proposal; marked: boolean }) {
  const session = useSession();
  const permissions = usePermissions();
  const own = session?.userId === proposal.proposedBy;
  const role = session?.userRole ?? "ROLE_CUSTOMER";
  const refusal = refuseKind(proposal.kind, { role, permissions });
  const [titleWords, why] = proposalWords[proposal.kind];
  const title = say(titleWords);
  const zone = browserZone();
  const { status, decidedByName, decidedAt, note } = proposal;
  return (
    <Card
      title={`${title}: ${proposal.title}`}
      action={marked ? <Badge tone="attention">{t("From the work queue")}</Badge> : null}
    >
      <p>
        {own
          ? t("You proposed this on {time}.", { time: formatDateTime(proposal.proposedAt, zone) })
          : t("{name} proposed this on {time}.", {
              name: proposal.proposedByName,
              time: formatDateTime(proposal.proposedAt, zone),
            })}{" "}
        {say(why)}
      </p>
      <p className="mt-1 mb-3 wrap-anywhere">
        <strong>{t("Reason:")}</strong> {proposal.reason ?? t("None given")}
      </p>
      <ChangesTable before={proposal.before} after={proposal.after} />
      {status === "PENDING" ? (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          {own ? (
            <p role="status" className="font-semibold">
              {t("Waiting for a second person")}
            </p>
          ) : proposal.samePerson ? (
            <p className="text-soft">
              {t(
                "One person opened your account and {name}'s. Somebody else has to confirm this, or another administrator vouch for the account.",
                { name: proposal.proposedByName },
              )}
            </p>
          ) : refusal === "PERMISSION_MISSING" ? (
            <p className="text-soft">
              {t("You need the {permission} permission to decide this.", {
                permission: say(permissionNames[proposalPermissions[proposal.kind]]),
              })}
            </p>
          ) : refusal === "ADMINISTRATORS_ONLY" ? (
            <p className="text-soft">{t("An administrator has to confirm this.")}</p>
          ) : (
            <ConfirmProposalButton proposal={proposal} action={title} />
          )}
          {own || refusal !== "PERMISSION_MISSING" ? (
            <RejectButton proposal={proposal} own={own} />
          ) : null}
        </div>
      ) : (
        <p className="mt-4 rounded-md bg-sunken p-3">
          {t("{status} by {name} on {time}", {
            status: words(status),
            name: decidedByName ?? "",
            time: formatDateTime(decidedAt, zone),
          })}
          {note === null ? "" : `: ${note}`}
        </p>
      )}
    </Card>
  );
}

const refresh = [["staff"]] as const;

function ConfirmProposalButton({ proposal, action }: { proposal: Proposal; action: string }) {
  return (
    <ActionButton
      label={t("Confirm")}
      title={`${action}: ${proposal.title}?`}
      confirmLabel={t("Confirm")}
      tone="primary"
      act={(call) => call("confirmProposal", { params: { id: String(proposal.id) } })}
      done={t("Action confirmed")}
      failed={t("Couldn't confirm this.")}
      refresh={refresh}
    >
      {t(
        "{proposedByName} proposed this. It takes effect immediately, and the audit log names both of you.",
        { proposedByName: proposal.proposedByName },
      )}
    </ActionButton>
  );
}

function RejectButton({ proposal, own }: { proposal: Proposal; own: boolean }) {
  const { label, title, effect, ...outcome } = own
    ? {
        label: t("Withdraw"),
        title: t("Withdraw this proposal?"),
        effect: t("Nothing changes, and the proposal is closed."),
        done: t("Withdrawn"),
        failed: t("Couldn't withdraw this."),
      }
    : {
        label: t("Reject"),
        title: t("Reject this proposal?"),
        effect: t("Nothing changes, and {name} sees why.", { name: proposal.proposedByName }),
        done: t("Rejected"),
        failed: t("Couldn't reject this."),
      };
  return (
    <ActionButton
      label={label}
      title={title}
      confirmLabel={label}
      tone="danger"
      reason
      act={(call, note) =>
        call("rejectProposal", { params: { id: String(proposal.id) }, body: { note } })
      }
      {...outcome}
      refresh={refresh}
    >
      {effect}
    </ActionButton>
  );
}
