import type { Call } from "@gavelyard/client/call";
import type { TitlePart } from "@gavelyard/contract/titles";
import { queryOptions } from "@tanstack/react-query";

export const titleDeskQuery = (call: Call, at: { part: TitlePart; q: string }) =>
  queryOptions({
    queryKey: ["staff", "titles", at],
    queryFn: () => call("titleDesk", { query: at }),
  });

export const unitTitleQuery = (call: Call, unitId: number) =>
  queryOptions({
    queryKey: ["staff", "titles", unitId],
    queryFn: () => call("titleOfUnit", { params: { id: String(unitId) } }),
  });
