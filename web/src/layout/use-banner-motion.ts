import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useCall } from "../api/api-context.ts";
import { auctionsQuery } from "../auctions/api.ts";
import { useLocation } from "../ui/page/router.tsx";

/** Lets the banner of live auctions move while its text is wider than the window (`styles.css`). */
export function useBannerMotion(): void {
  const { data: auctions } = useQuery(auctionsQuery(useCall()));
  const { pathname } = useLocation();
  useEffect(() => {
    const measure = () => {
      const bar = document.querySelector(".banner-link");
      const text = bar?.querySelector(".banner-text");
      const moves = bar != null && text != null && text.scrollWidth > bar.clientWidth;
      document.documentElement.toggleAttribute("data-banner-moves", moves);
    };
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [auctions, pathname]);
}
