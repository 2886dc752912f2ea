import { t } from "@gavelyard/messages/text";
import { homePathOf, isStaff, type Role } from "@gavelyard/domain/users/roles";
import { useEffect, useRef } from "react";
import { Navigate } from "../ui/page/router.tsx";
import { toast } from "../ui/toast-store.ts";

/** Redirects to a role's own home and explains why the requested page did not open. */
export default function RedirectHome({ role, from }: { role: Role; from: string }) {
  const announced = useRef(false);
  useEffect(() => {
    if (announced.current) return;
    announced.current = true;
    toast({
      type: "info",
      title:
        from === "/watchlist"
          ? t("Staff accounts don't have a watchlist")
          : t("This page isn't for your account"),
      message: isStaff(role)
        ? t("Only customers can open that page. This is your dashboard.")
        : t("Only staff can open that page. This is your dashboard."),
    });
  }, [role, from]);
  return <Navigate to={homePathOf(role)} />;
}
