import { t } from "@gavelyard/messages/text";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { unitQuery } from "../inventory/api.ts";
import { messageOf } from "../api/messages.ts";
import { withReturn } from "../session/return-to.ts";
import { useSession } from "../session/session.ts";
import { LinkButton } from "../ui/button.tsx";
import { ErrorState } from "../ui/states.tsx";
import { Application } from "./application.tsx";
import { Calculator } from "./calculator.tsx";
import { Head } from "../site/head.tsx";
import { useSearch } from "../ui/page/router.tsx";

const steps = [
  [
    t("Apply before you bid"),
    t("It takes about ten minutes. We save your answers until you send them."),
  ],
  [t("A lender reviews you and the unit"), t("Our lenders know trucks: hours, miles and age.")],
  [
    t("Get an answer within two business days"),
    t("On your dashboard and by email, with the amount and rate."),
  ],
  [t("Bid within your budget"), t("After you win, the lender pays the invoice for you.")],
] as const;

export function Component() {
  const session = useSession();
  const unitParam = useSearch()[0].get("unit") ?? "";
  const unitId = /^[1-9]\d{0,14}$/.test(unitParam) ? Number(unitParam) : null;
  const {
    data: unit,
    error,
    refetch,
  } = useQuery({
    ...unitQuery(useCall(), unitId ?? 0),
    enabled: unitId !== null,
  });
  return (
    <div className="grid gap-8 py-4">
      <Head
        title={t("Financing | Gavelyard")}
        description={t(
          "Finance a truck, trailer or machine you win: how it works, the monthly cost, and the application.",
        )}
      />
      <div>
        <h1>{t("Financing")}</h1>
        <p className="mt-2 max-w-[65ch] text-lg text-soft">
          {t(
            "Know what you can spend before you bid. Our lenders finance the tractors, trailers, vehicles and equipment we sell.",
          )}
        </p>
      </div>
      <ol className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(([title, text], index) => (
          <li key={title} className="rounded-lg border border-line bg-sheet p-5">
            <p className="figures text-2xl font-bold text-amber-deep">{index + 1}</p>
            <p className="mt-2 font-semibold">{title}</p>
            <p className="mt-1 text-soft">{text}</p>
          </li>
        ))}
      </ol>
      {error !== null && unit === undefined ? (
        <ErrorState
          message={messageOf(error, t("Couldn't load the vehicle you want to finance."))}
          onRetry={() => unawaited(refetch())}
        />
      ) : null}
      <div className="grid gap-6 lg:grid-cols-[24rem_1fr]">
        <div>
          <Calculator
            key={unit?.id ?? "any"}
            {...(unit === undefined ? {} : { initialPrice: unit.price })}
          />
        </div>
        {session?.userRole === "ROLE_CUSTOMER" ? (
          <Application key={unit?.id ?? "any"} userId={session.userId} unit={unit ?? null} />
        ) : (
          <section className="self-start rounded-lg border border-line bg-sheet p-6">
            <h2 className="mb-2">{t("Apply")}</h2>
            {session === null ? (
              <>
                <p className="mb-4 text-soft">
                  {t(
                    "Sign in to apply. We save your answers as you go; only our staff and the lender see them.",
                  )}
                </p>
                <div className="flex flex-wrap gap-2">
                  <LinkButton to={withReturn("/login", "/financing")} tone="primary">
                    {t("Sign in to apply")}
                  </LinkButton>
                  <LinkButton to={withReturn("/register", "/financing")}>
                    {t("Create account")}
                  </LinkButton>
                </div>
              </>
            ) : (
              <>
                <p className="mb-4 text-soft">
                  {t(
                    "Only customers can apply, and you're signed in as staff. Review customers' applications on your dashboard.",
                  )}
                </p>
                <LinkButton to="/admin-dashboard?tab=finance">{t("View applications")}</LinkButton>
              </>
            )}
          </section>
        )}
      </div>
    </div>
  );
}
